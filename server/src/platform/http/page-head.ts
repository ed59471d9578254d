/** Metadata of a page for link previews. Contains only what everybody with the link may know. */
export type PageHead = {
  readonly title: string;
  readonly description: string;
  /** Absolute, like every URL here. */
  readonly url: string;
  readonly imageUrl?: string | undefined;
  readonly kind: 'profile' | 'article' | 'website';
  /** Whether search engines are told not to list the page. */
  readonly isHiddenFromSearch?: boolean;
};

const TITLE = /<title>[^<]*<\/title>/;
const DESCRIPTION = /<meta\s+name="description"[^>]*>/;
const END_OF_HEAD = '</head>';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for an element or a quoted attribute. */
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (mark) => ENTITIES[mark] ?? mark);

/** Returns the page of the web app with this head instead of its own title and description. */
export function withHead(page: string, head: PageHead): string {
  const meta = (attribute: 'name' | 'property', key: string, content: string) =>
    `<meta ${attribute}="${key}" content="${escapeHtml(content)}" />`;
  const tags = [
    `<title>${escapeHtml(head.title)}</title>`,
    meta('name', 'description', head.description),
    ...(head.isHiddenFromSearch === true ? [meta('name', 'robots', 'noindex')] : []),
    meta('property', 'og:site_name', 'Adda'),
    meta('property', 'og:type', head.kind),
    meta('property', 'og:title', head.title),
    meta('property', 'og:description', head.description),
    meta('property', 'og:url', head.url),
    ...(head.imageUrl === undefined ? [] : [meta('property', 'og:image', head.imageUrl)]),
    meta(
      'name',
      'twitter:card',
      head.kind === 'article' && head.imageUrl !== undefined ? 'summary_large_image' : 'summary',
    ),
  ];
  const bare = page.replace(TITLE, '').replace(DESCRIPTION, '');
  const end = bare.indexOf(END_OF_HEAD);
  // Concatenated instead of replaced: `$` has a special meaning in replacement texts.
  return end < 0 ? page : `${bare.slice(0, end)}${tags.join('')}${bare.slice(end)}`;
}
