import { PREVIEW_SITE_MAX, PREVIEW_TITLE_MAX } from '@adda/contract/messages';
import { expect, it } from 'vitest';
import { pageHeadOf } from './page-head.codec.ts';

const read = (html: string | Uint8Array, contentType = 'text/html', url = 'https://www.tea.example/a/b') =>
  pageHeadOf({ bytes: Buffer.from(html), contentType, url });
const meta = (name: string, content: string) => `<meta property="${name}" content="${content}">`;

it('FT-05: the title is that of Open Graph, of Twitter, or the page’s own; the site is named by the page or its host', () => {
  const own = '<title> Green\n tea &amp; more </title>';
  const twitter = '<meta name=twitter:title content="For Twitter">';
  expect(read(own)).toEqual({ title: 'Green tea & more', site: 'tea.example', imageUrl: undefined });
  expect(read(own + twitter)).toMatchObject({ title: 'For Twitter' });
  expect(read(own + twitter + meta('og:title', 'First') + meta('og:title', 'Second'))).toMatchObject({
    title: 'First',
  });
  expect(read(`<TITLE>t</TITLE>${meta('og:site_name', 'The Tea House')}`)).toMatchObject({
    site: 'The Tea House',
  });
});

it('FT-05: the picture’s address is absolute', () => {
  const imageOf = (address: string) => read(`<title>t</title>${meta('og:image', address)}`)?.imageUrl;
  expect(imageOf('../c.png')).toBe('https://www.tea.example/c.png');
  expect(imageOf('//pictures.example/c.png')).toBe('https://pictures.example/c.png');
  expect(imageOf('http://[')).toBeUndefined();
  expect(imageOf(`https://a.example/${'x'.repeat(3000)}`)).toBeUndefined();
});

it.each([
  ['nothing', ''],
  ['no title', '<p>hello</p>'],
  ['a blank title', '<title> \u200b\u202e </title>'],
  ['a title in a script', '<script>"<title>no</title>"</script>'],
  ['a title in a comment', '<!-- <title>no</title> -->'],
  ['a title in the body', '<head></head><body><svg><title>no</title></svg>'],
  ['bytes that are no text', Uint8Array.from({ length: 300 }, (_, n) => n % 32)],
])('FT-05: a page with %s has no card', (_name, html) => expect(read(html)).toBeUndefined());

it('FT-05: control characters and changes of direction are removed, joiners of letters and emoji stay', () => {
  const title = 'a\u0000b\u202ec\u2066d\u200fe\u007f f\u00a0\u2028g 👩\u200d🚀 می\u200cخواهم';
  expect(read(`<title>${title}</title>`)?.title.replace('\ufffd', '')).toBe(
    'abcde f g 👩\u200d🚀 می\u200cخواهم',
  );
});

it('FT-05: long texts are cut without breaking a character', () => {
  const family = '👨‍👩‍👧‍👦';
  const head = read(`<title>${family.repeat(100)}</title>${meta('og:site_name', 'x'.repeat(500))}`);
  expect(head?.title).toBe(family.repeat(Math.floor(PREVIEW_TITLE_MAX / family.length)));
  expect(head?.site).toHaveLength(PREVIEW_SITE_MAX);
});

it.each([
  ['the claimed type', Buffer.from('<title>\xe9t\xe9</title>', 'latin1'), 'text/html; charset=ISO-8859-1'],
  ['the page', Buffer.from('<meta charset="windows-1252"><title>\xe9t\xe9</title>', 'latin1'), 'text/html'],
  [
    'the page, the old way',
    Buffer.from('<meta http-equiv=a content="text/html; charset=latin1"><title>\xe9t\xe9</title>', 'latin1'),
    'text/html',
  ],
  ['its mark', Buffer.from('\ufeff<title>été</title>', 'utf16le'), 'text/html'],
  ['no one', Buffer.from('<title>été</title>'), 'text/html'],
  ['an unknown name', Buffer.from('<title>été</title>'), 'text/html; charset=x-none'],
])('FT-05: the charset is told by %s', (_name, bytes, contentType) =>
  expect(read(bytes, contentType)?.title).toBe('été'),
);

it('FT-05: half a megabyte of open tags does not keep the server busy: the test would time out', () => {
  expect(read(`<title>t</title>${'<b>'.repeat(60_000)}${'</x>'.repeat(60_000)}`)?.title).toBe('t');
  expect(read('<'.repeat(500_000))).toBeUndefined();
  expect(read(`<meta ${'a '.repeat(250_000)}><title>t</title>`)?.title).toBe('t');
});
