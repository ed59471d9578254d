import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createWordMatcher, foldedWord } from './word-matcher.policy.ts';

/** Returns the listed words found in a text. */
const matchesOf = (listed: readonly string[], text: string) =>
  createWordMatcher(listed.map((word) => ({ word })))
    .find(text)
    .map(({ word }) => word);

describe('SV-105: a listed word is found in any spelling', () => {
  it.each([
    ['fun', 'such FUN!'],
    ['Fun', 'fun'],
    ['fun', 'fün'],
    ['fún', 'fun'],
    ['fun', 'ｆｕｎ'],
    ['fun', '𝓯𝓾𝓷'],
    ['fun', 'f\u200Bu\u00ADn'],
    ['fun', 'f\u0336u\u0336n\u0336'],
    ['fun', 'f.u.n'],
    ['fun', 'f u n'],
    ['fun', 'F - u_n'],
    ['fun', 'u r f-u-n'],
    ['fun', 'fuuuun'],
    ['fun', 'f..u..u..u..n'],
    ['fun', "fun's here"],
    ['fun', 'so_much_fun_here'],
    ['fun', '@fun hello'],
    ['class', 'cl@$s'],
    ['class', 'c1a55'],
    ['class', 'c.1.a.5.s'],
    ['idiot', '1D10T'],
    ['kill', 'k1ll'],
    ['kill', 'ki11'],
    ['leet', 'l337'],
    ['l33t', 'LEET'],
    ['h0tel', 'hotel'],
    ['good', 'goood'],
    ['straße', 'STRASSE'],
    ['sığır', 'SIGIR'],
    ['ΣΟΦΟΣ', 'σοφος'],
    ['have fun', 'we HAVE -- f.u.n now'],
    ['have fun', 'have\nfun'],
    ['मूर्ख', 'तुम मूर्ख हो'],
    ['मूर्ख', 'मूर्\u200Dख।'],
    ['বোকা', 'তুমি বোকা!'],
    ['بیوقوف', 'تم بَیوقوف ہو'],
    ['كتاب', 'کتاب'],
    ['ёлка', 'ЕЛКА'],
    ['cope', 'с\u043Ep\u0435'],
    ['COPE', '\u0421OP\u0415'],
    ['total', 'τ\u03BFtal'],
    ['fun', 'ꜰᴜɴ'],
  ])('%s in %j', (word, text) => {
    expect(matchesOf([word], text)).toEqual([word]);
  });
});

describe('SV-105: similar words are not found', () => {
  it.each([
    ['fun', 'funny funk unfun'],
    ['cope', 'с\u043Eре\u0442'],
    ['pop', 'рор'],
    ['fun', 'f u n k y'],
    ['fun', 'fuun'],
    ['fun', 'fu n'],
    ['ass', 'class assess bass'],
    ['ass', 'c l a s s'],
    ['ass', 'Room 455, 4 55'],
    ['ass', 'as'],
    ['god', 'good'],
    ['good', 'god'],
    ['fail', 'fall'],
    ['til', '711'],
    ['xxx', 'xx'],
    ['88', 'rated 8.8 or 8 8'],
    ['have fun', 'have no fun'],
    ['have fun', 'fun have'],
    ['मूर', 'मूर्ख'],
    ['क', 'कि'],
    ['বোক', 'বোকা'],
  ])('%s in %j', (word, text) => {
    expect(matchesOf([word], text)).toEqual([]);
  });
});

it('SV-105: each listed word in a text is found once', () => {
  const listed = ['fun', 'have fun', 'fun fair', 'nothing'];
  expect(matchesOf(listed, 'have fun fair, fun').toSorted()).toEqual(['fun', 'fun fair', 'have fun']);
});

it('SV-105: equivalent words have the same folded form, others do not', () => {
  const same = ['Fun', 'fún', 'f\u200Bun', 'FUN', ' fun. '].map(foldedWord);
  expect(new Set(same)).toEqual(new Set(['fun']));
  expect(foldedWord('l33t')).toBe(foldedWord('leet'));
  expect(foldedWord('have  FUN')).toBe('have fun');
  expect(new Set(['good', 'god', 'goood', 'go od'].map(foldedWord)).size).toBe(4);
  expect(foldedWord('… !')).toBe('');
});

const letters = fc.string({
  unit: fc.constantFrom(...Array.from('abcdefgilost')),
  minLength: 1,
  maxLength: 6,
});

it('SV-105: a word is found as a whole word, but not inside a longer one', () => {
  fc.assert(
    fc.property(letters, letters, letters, (word, before, after) => {
      expect(matchesOf([word], `hm ${word}, yes`)).toEqual([word]);
      // Adjacent repetitions of the word's own letters may be a stretched spelling.
      fc.pre(before.at(-1) !== word[0] && after[0] !== word.at(-1));
      expect(matchesOf([word], `hm ${before}${word}${after}, yes`)).toEqual([]);
      expect(matchesOf([word], `hm ${before}${word}, yes`)).toEqual([]);
      expect(matchesOf([word], `hm ${word}${after}, yes`)).toEqual([]);
    }),
  );
});

it('SV-105: a word is found when spaced out, stretched or written with signs', () => {
  const signs: Record<string, string> = { o: '0', e: '3', a: '@', s: '$', t: '7', i: '1', l: '1' };
  const word = fc.string({ unit: fc.constantFrom(...Array.from('bcdefgilost')), minLength: 2, maxLength: 8 });
  fc.assert(
    fc.property(word, fc.constantFrom('.', ' ', '-', '_', ' . '), fc.nat(), (listed, gap, at) => {
      const [first = '', ...rest] = listed;
      const disguised = Array.from(listed).map((letter, index) =>
        index === at % listed.length ? (signs[letter] ?? letter) : letter,
      );
      expect(matchesOf([listed], [first, ...rest].join(gap))).toEqual([listed]);
      expect(matchesOf([listed], `${first.repeat(4)}${rest.join('')}`)).toEqual([listed]);
      if (/[a-z]/.test(disguised.join(''))) expect(matchesOf([listed], disguised.join(''))).toEqual([listed]);
    }),
  );
});

it('SV-105: arbitrary text causes no error', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.string({ unit: 'binary', maxLength: 40 }),
      (text, word) => {
        const found = matchesOf([word], `${text} ${word}`);
        expect(foldedWord(word) === '' ? [] : [word]).toEqual(expect.arrayContaining(found));
      },
    ),
  );
});

describe('SV-105: with 5000 listed words', () => {
  const listed = Array.from({ length: 5000 }, (_, n) => ({
    word: `w${n.toString(36)}x ${'a '.repeat(n % 30)}b${n}`,
  }));
  const matcher = createWordMatcher([
    ...listed,
    { word: `${'a '.repeat(39)}b` },
    { word: '1'.repeat(79) + 'a' },
  ]);
  /** Returns the minimum of several runs, to reduce the influence of machine load. */
  const timeOf = (texts: readonly string[]) => {
    const times = Array.from({ length: 9 }, () => {
      const start = performance.now();
      for (const text of texts) matcher.find(text);
      return performance.now() - start;
    });
    return Math.min(...times);
  };

  it.each([
    ['ordinary words', 'hello there my friend '],
    ['single letters', 'a '],
    ['ones', '1a'],
    ['signs', '@$1'],
    ['one letter', 'a'],
    ['beginnings of listed words', 'w1x a a a a '],
    ['letters that unfold', '\uFDFA'],
    ['marks', 'a\u0301\u0302'],
  ])('matching time is linear in the length of the text: %s', (_name, unit) => {
    const text = unit.repeat(40_000).slice(0, 16_000);
    const parts = Array.from({ length: 8 }, () => text.slice(0, 2_000));
    // With quadratic time the whole text would take eight times as long as its parts.
    expect(timeOf([text]) / timeOf(parts)).toBeLessThan(4);
  });
});
