import { expect, it } from 'vitest';
import { createOwnOriginCheck } from './own-origin.ts';

const publicUrl = () => 'https://adda.example';
const host = 'adda.example';

it('ID-07: the origin of the public URL is our own, and no other is', () => {
  const isOwn = createOwnOriginCheck({ publicUrl, acceptsRequestedHost: false });
  expect(isOwn({ origin: 'https://adda.example', host })).toBe(true);
  for (const origin of [
    'http://adda.example',
    'https://adda.example:8443',
    'https://a.adda.example',
    'null',
    '',
  ])
    expect(isOwn({ origin, host })).toBe(false);
});

it('ID-07: the requested host counts for pages of the web alone', () => {
  const isOwn = createOwnOriginCheck({ publicUrl, acceptsRequestedHost: true });
  const home = '192.168.1.5:3000';
  for (const scheme of ['http', 'https'])
    expect(isOwn({ origin: `${scheme}://${home}`, host: home })).toBe(true);
  for (const scheme of ['chrome-extension', 'ftp', 'file', 'app'])
    expect(isOwn({ origin: `${scheme}://${home}`, host: home })).toBe(false);
  expect(isOwn({ origin: 'http://192.168.1.5:3001', host: home })).toBe(false);
});

it('ID-07: without an origin, Sec-Fetch-Site decides', () => {
  const isOwn = createOwnOriginCheck({ publicUrl, acceptsRequestedHost: true });
  expect(isOwn({ host, 'sec-fetch-site': 'same-origin' })).toBe(true);
  for (const site of [undefined, 'same-site', 'cross-site', 'none'])
    expect(isOwn({ host, ...(site && { 'sec-fetch-site': site }) })).toBe(false);
  expect(isOwn({ host, origin: 'https://elsewhere.example', 'sec-fetch-site': 'same-origin' })).toBe(false);
});
