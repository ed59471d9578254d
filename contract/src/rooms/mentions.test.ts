import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { mentionPlaces, namesAfterAt } from './mentions.ts';

const MEMBERS = ['esha', 'bob', 'ann.b-1', 'dot.', '_guest-sun', '_guest-bob'];
const named = (content: string) => mentionPlaces(content, MEMBERS).map(({ username }) => username);

it.each([
  ['hi @esha how are you', ['esha']],
  ['@esha hi', ['esha']],
  ['(@esha)', ['esha']],
  ['😀@esha', ['esha']],
  ['é@esha', ['esha']],
  ['@@esha', ['esha']],
  ['＠esha', ['esha']],
  ['@ESHA', ['esha']],
  ['@esha.', ['esha']],
  ['@esha...', ['esha']],
  ['@esha_-.', ['esha']],
  ['@esha, @bob!', ['esha', 'bob']],
  ['@ann.b-1.', ['ann.b-1']],
  ['@dot.', ['dot.']],
  ['@dot..', ['dot.']],
  ['@dot', []],
  ['@sun', ['_guest-sun']],
  ['@_guest-sun', ['_guest-sun']],
  ['@bob', ['bob']],
  ['mail me@esha', []],
  ['a.@esha', []],
  ['esha', []],
  ['@ esha', []],
  ['@esha2', []],
  ['@', []],
])('MN-01: %j names %j', (content, expected) => {
  expect(named(content)).toEqual(expected);
});

it('MN-01: a place covers the sign and the name without punctuation', () => {
  expect(mentionPlaces('hi ＠Esha...', MEMBERS)).toEqual([{ start: 3, end: 8, username: 'esha' }]);
});

it('MN-01: names longer than a username stand only for what they begin with before punctuation', () => {
  expect(namesAfterAt(`@${'a'.repeat(31)}`)).toEqual([]);
  expect(namesAfterAt(`@ab${'-'.repeat(40)}`)).toHaveLength(29);
});

it('MN-01: every place is an @ and a name of the given users', () => {
  const text = fc.array(
    fc.constantFrom('@', '＠', 'esha', 'Bob', 'sun', '.', '-', '_', ' ', '😀', 'é', '\n'),
  );
  fc.assert(
    fc.property(text, (parts) => {
      const content = parts.join('');
      for (const { start, end, username } of mentionPlaces(content, MEMBERS)) {
        const [sign, ...name] = content.slice(start, end);
        expect(sign === '@' || sign === '＠').toBe(true);
        expect([username, username.replace('_guest-', '')]).toContain(name.join('').toLowerCase());
        expect(content.charAt(start - 1)).not.toMatch(/[a-z0-9._-]/iu);
      }
    }),
  );
});
