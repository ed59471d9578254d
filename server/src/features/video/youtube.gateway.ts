import { isVideoId } from '@adda/contract/video';
import * as z from 'zod/mini';

const TIMEOUT_MS = 5000;

/** More than a page of results needs. */
const ANSWER_BYTES = 1024 * 1024;

/** A query and the maximum number of videos. */
export type VideoQuery = { readonly query: string; readonly maxResults: number };

/** A video in a response of YouTube; `thumbnailUrl` is a URL of YouTube. */
export type YoutubeVideo = {
  readonly videoId: string;
  readonly title: string;
  readonly thumbnailUrl: string;
};

/** Queries YouTube. Throws {@link YoutubeFailure} on every failure. */
export type YoutubeClient = (query: VideoQuery) => Promise<readonly YoutubeVideo[]>;

/** A failed search. Its message never contains the key. */
export class YoutubeFailure extends Error {
  override name = 'YoutubeFailure';
}

const answer = z.object({ items: z.array(z.unknown()) });
const thumbnail = z.object({ url: z.url({ protocol: /^https?$/ }) });
const item = z.object({
  id: z.object({ videoId: z.string() }),
  snippet: z.object({
    title: z.string(),
    thumbnails: z.optional(z.record(z.string(), z.unknown())),
  }),
});

/** Sizes of a thumbnail, the most suitable for a list first. */
const SIZES = ['medium', 'high', 'default'] as const;

/** Parses one item of a response. Returns an empty array when it is no video (a channel, or an unknown kind). */
function videoOf(value: unknown): readonly YoutubeVideo[] {
  const parsed = item.safeParse(value);
  if (!parsed.success || !isVideoId(parsed.data.id.videoId)) return [];
  const { id, snippet } = parsed.data;
  // A size with an unusable URL is skipped: another one may be usable.
  const usable = SIZES.flatMap((size) => thumbnail.safeParse(snippet.thumbnails?.[size]).data ?? []);
  const thumbnailUrl = usable[0]?.url ?? `https://i.ytimg.com/vi/${id.videoId}/mqdefault.jpg`;
  return [{ videoId: id.videoId, title: decodeEntities(snippet.title), thumbnailUrl }];
}

function addressOf(baseUrl: string, apiKey: string, { query, maxResults }: VideoQuery): string {
  const search = new URLSearchParams({
    part: 'snippet',
    type: 'video',
    videoEmbeddable: 'true',
    safeSearch: 'strict',
    maxResults: String(maxResults),
    q: query,
    key: apiKey,
  });
  return `${baseUrl.replace(/\/+$/, '')}/youtube/v3/search?${search.toString()}`;
}

/** Reads the text of a response. Throws above the size limit. */
async function readText(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.length;
    if (length > ANSWER_BYTES) throw new YoutubeFailure('too long an answer');
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

/** Fetches the JSON of a URL. Errors get messages of our own, because the URL contains the key. */
async function readJson(address: string, timeoutMs: number): Promise<unknown> {
  let response: Response;
  try {
    // A redirect would send the key to another host.
    response = await fetch(address, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' });
  } catch (error) {
    throw new YoutubeFailure(error instanceof DOMException ? 'no answer in time' : 'out of reach');
  }
  if (!response.ok) {
    await response.body?.cancel();
    throw new YoutubeFailure(`status ${response.status}`);
  }
  try {
    return JSON.parse(await readText(response));
  } catch (error) {
    if (error instanceof YoutubeFailure) throw error;
    throw new YoutubeFailure(error instanceof DOMException ? 'no answer in time' : 'no JSON');
  }
}

/** Creates the client for a key: embeddable videos only, with strict safe search (SV-97). */
export function createYoutubeClient(options: {
  readonly apiKey: string;
  readonly baseUrl: string;
  readonly timeoutMs?: number | undefined;
}): YoutubeClient {
  const { apiKey, baseUrl, timeoutMs = TIMEOUT_MS } = options;
  return async (query) => {
    const parsed = answer.safeParse(await readJson(addressOf(baseUrl, apiKey, query), timeoutMs));
    if (!parsed.success) throw new YoutubeFailure('an answer of another form');
    return parsed.data.items.flatMap(videoOf).slice(0, query.maxResults);
  };
}

const NAMED: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
]);

const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi;
const LAST_CODE_POINT = 0x10_ff_ff;

/** Decodes HTML entities once: YouTube escapes the titles of its responses. Unknown entities are kept. */
export function decodeEntities(text: string): string {
  return text.replace(ENTITY, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return NAMED.get(name.toLowerCase()) ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    return code > 0 && code <= LAST_CODE_POINT ? String.fromCodePoint(code) : whole;
  });
}
