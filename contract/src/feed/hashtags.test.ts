import { expect, it } from 'vitest';
import { hashtagsIn } from './hashtags.ts';

it.each([
  ['#sun, #sea', ['sun', 'sea']],
  ['sun sea,sand', ['sun', 'sea', 'sand']],
  [' ,#, ##sun,,\t#sea ', ['sun', 'sea']],
  ['C# #x#y', ['C#', 'x#y']],
  [', # ', []],
  ['', []],
])('Q-29: the hashtags of %j', (field, tags) => {
  expect(hashtagsIn(field)).toEqual(tags);
});
