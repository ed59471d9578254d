import { expect, it } from 'vitest';
import { siteWordsOf } from './site-words.ts';

it('ID-06: a site is known by the product, its host and its operator', () => {
  expect(siteWordsOf('chat.teahouse.example', 'Tea House of Kochi')).toEqual([
    'adda',
    'chat',
    'teahouse',
    'tea',
    'house',
    'kochi',
    'teahouseofkochi',
  ]);
  expect(siteWordsOf('localhost')).toEqual(['adda', 'localhost']);
});
