import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withHead, type PageHead } from './page-head.ts';

const page = readFileSync(join(import.meta.dirname, '../../../../web/index.html'), 'utf8');
const head: PageHead = {
  title: 'Ann (@ann) on Adda',
  description: 'Tea first.',
  url: 'https://adda.example/profile/ann',
  imageUrl: 'https://adda.example/media/avatars/1',
  kind: 'profile',
};

/** Returns the content of the only meta tag with a name. */
function metaContent(html: string, name: string): string | undefined {
  const found = [...html.matchAll(new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)" />`, 'g'))];
  expect(found.length, name).toBeLessThan(2);
  return found[0]?.[1];
}

describe('SH-21: the head of a shared page', () => {
  it('replaces the title and description of the app', () => {
    const html = withHead(page, head);
    expect(html.match(/<title>.*<\/title>/g)).toEqual(['<title>Ann (@ann) on Adda</title>']);
    expect(html.match(/name="description"/g)).toHaveLength(1);
    expect(metaContent(html, 'description')).toBe('Tea first.');
    expect(metaContent(html, 'og:title')).toBe(head.title);
    expect(metaContent(html, 'og:description')).toBe('Tea first.');
    expect(metaContent(html, 'og:type')).toBe('profile');
    expect(metaContent(html, 'og:url')).toBe(head.url);
    expect(metaContent(html, 'og:image')).toBe(head.imageUrl);
    expect(metaContent(html, 'twitter:card')).toBe('summary');
    expect(html.indexOf('og:image')).toBeLessThan(html.indexOf('</head>'));
    expect(html.slice(html.indexOf('</head>'))).toBe(page.slice(page.indexOf('</head>')));
  });

  it('shows a large picture for a post, and a small card without one', () => {
    expect(metaContent(withHead(page, { ...head, kind: 'article' }), 'twitter:card')).toBe(
      'summary_large_image',
    );
    const bare = withHead(page, { ...head, kind: 'article', imageUrl: undefined });
    expect(metaContent(bare, 'twitter:card')).toBe('summary');
    expect(metaContent(bare, 'og:image')).toBeUndefined();
  });

  it.each([
    ['"><script>alert(1)</script>', '&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;'],
    ["' onload='x", '&#39; onload=&#39;x'],
    ['&quot;&#62;', '&amp;quot;&amp;#62;'],
    ['$& $` $1 </title>', '$&amp; $` $1 &lt;/title&gt;'],
  ])('escapes text: %s', (text, escaped) => {
    const html = withHead(page, { ...head, title: text, description: text, url: text, imageUrl: text });
    expect(html).toContain(`<title>${escaped}</title>`);
    for (const name of ['description', 'og:title', 'og:description', 'og:url', 'og:image'])
      expect(metaContent(html, name)).toBe(escaped);
    expect(html.match(/<script/g)).toHaveLength(page.match(/<script/g)?.length ?? 0);
  });

  it('leaves a page without a head unchanged', () => {
    expect(withHead('<p>hello</p>', head)).toBe('<p>hello</p>');
  });
});
