import { cutText, isBlankText, PREVIEW_SITE_MAX, PREVIEW_TITLE_MAX } from '@adda/contract/messages';
import { Parser } from 'htmlparser2';

/** What a page says about itself in its head. */
export type PageHead = {
  readonly title: string;
  readonly site: string;
  /** Absolute URL of the page's picture; not checked. */
  readonly imageUrl: string | undefined;
};

/** A fetched page: its bytes, possibly cut, the claimed type, and the URL after redirects. */
export type FetchedPage = {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  readonly url: string;
};

/** Characters read at a time, so that reading ends soon after the head. */
const PART = 8_192;
/** Tags read at most: the parser takes quadratic time for tags that are never closed. */
const TAGS_MAX = 5_000;
const IMAGE_URL_MAX = 2_048;
/** Where browsers look for the charset of a page. */
const CHARSET_WITHIN = 1_024;

const TITLES = ['og:title', 'twitter:title', 'title'] as const;
const IMAGES = ['og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image'] as const;

/** Invisible characters and those that change the direction of a text; joiners are kept, which letters and emoji need. */
const UNWANTED =
  /[\p{Cc}\p{Co}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;

/** Returns a text of a page on one line; undefined for a blank one. */
function lineOf(text: string | undefined, max: number): string | undefined {
  if (text === undefined) return undefined;
  const line = text.toWellFormed().replaceAll(/\s+/gu, ' ').replaceAll(UNWANTED, '').trim();
  return isBlankText(line) ? undefined : cutText(line, max);
}

/** Returns the name of the charset: by the mark at the beginning, the claimed type, or the page's own declaration. */
function charsetOf({ bytes, contentType }: FetchedPage): string {
  const [first, second] = bytes;
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xef && second === 0xbb) return 'utf-8';
  const claimed = /charset\s*=\s*["']?([\w:.-]+)/i.exec(contentType)?.[1];
  if (claimed !== undefined) return claimed;
  const beginning = Buffer.from(bytes.subarray(0, CHARSET_WITHIN)).toString('latin1');
  return /<meta\s[^>]*?charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(beginning)?.[1] ?? 'utf-8';
}

/** Decodes a page; bytes that are invalid in the charset become replacement characters. */
function textOf(page: FetchedPage): string {
  try {
    return new TextDecoder(charsetOf(page)).decode(page.bytes);
  } catch {
    // There is no such charset.
    return new TextDecoder().decode(page.bytes);
  }
}

/** Returns the first value of each `<meta>` and of `<title>`, by name. */
function readHead(html: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  let title: string | undefined;
  const progress = { tags: 0, isDone: false };
  const note = (name: string | undefined, value: string | undefined) => {
    const key = name?.trim().toLowerCase();
    if (key && value !== undefined && !found.has(key)) found.set(key, value);
  };
  const parser = new Parser({
    onopentag(name, { property, name: named, content }) {
      progress.tags += 1;
      if (name === 'body' || progress.tags > TAGS_MAX) progress.isDone = true;
      if (progress.isDone) return;
      if (name === 'title') title = '';
      if (name === 'meta') {
        note(property, content);
        note(named, content);
      }
    },
    ontext(text) {
      if (title !== undefined) title += text;
    },
    onclosetag(name) {
      if (name === 'title') {
        note('title', title);
        title = undefined;
      }
      if (name === 'head') progress.isDone = true;
    },
  });
  for (let at = 0; at < html.length && !progress.isDone; at += PART) parser.write(html.slice(at, at + PART));
  return found;
}

/** Returns what a page says about itself; undefined for a page without a title. */
export function pageHeadOf(page: FetchedPage): PageHead | undefined {
  const head = readHead(textOf(page));
  const first = (names: readonly string[], max: number) => {
    for (const name of names) {
      const line = lineOf(head.get(name), max);
      if (line !== undefined) return line;
    }
    return undefined;
  };
  const title = first(TITLES, PREVIEW_TITLE_MAX);
  if (title === undefined) return undefined;
  const host = new URL(page.url).hostname.replace(/^www\./, '');
  const image = IMAGES.map((name) => head.get(name)?.trim()).find((text) => text);
  const imageUrl = image && image.length <= IMAGE_URL_MAX ? URL.parse(image, page.url)?.href : undefined;
  return {
    title,
    site: first(['og:site_name'], PREVIEW_SITE_MAX) ?? cutText(host, PREVIEW_SITE_MAX),
    imageUrl,
  };
}
