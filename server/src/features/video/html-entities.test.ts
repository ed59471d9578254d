import { expect, it } from 'vitest';
import { decodeEntities } from './youtube.gateway.ts';

it.each([
  ['Tom &amp; Jerry', 'Tom & Jerry'],
  ['It&#39;s &quot;here&quot;', `It's "here"`],
  ['&lt;b&gt; &apos;x&apos;', "<b> 'x'"],
  ['&#x1F600; &#128512;', '😀 😀'],
  ['&amp;lt;', '&lt;'],
  ['AT&T &unknown; &#0; &#1114112; 5 & 6;', 'AT&T &unknown; &#0; &#1114112; 5 & 6;'],
])('SV-97: %j is %j', (escaped, plain) => {
  expect(decodeEntities(escaped)).toBe(plain);
});
