import { expect, it } from 'vitest';
import { linksIn } from './links.ts';

it.each([
  ['see https://a.example/x.', ['https://a.example/x']],
  ['*https://a.example* and (http://b.example/?q=1)', ['https://a.example/', 'http://b.example/?q=1']],
  ['> https://a.example/quoted', ['https://a.example/quoted']],
  ['`https://a.example` ```\nhttps://b.example\n``` ||https://c.example||', []],
  ['ftp://a.example javascript://b https:// www.a.example', []],
  ['no link at all', []],
])('FT-05: the links of %j are %j', (text, links) => expect(linksIn(text)).toEqual(links));
