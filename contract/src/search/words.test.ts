import { expect, it } from 'vitest';
import { findSpans, searchTermsOf } from './search-terms.ts';
import { comparable, isOneTypoApart, wordsIn } from './words.ts';

/** Returns the parts of a text that a search matches; undefined if it does not match. */
function partsOf(text: string, search: string): string[] | undefined {
  return findSpans(text, searchTermsOf(search))?.map(([start, end]) => text.slice(start, end));
}

it.each([
  ['CAFÉ', 'cafe'],
  ['cafe\u0301', 'café'],
  ['Straße', 'STRASSE'],
  ['GROẞ', 'gross'],
  ['Đường', 'duong'],
  ['smørrebrød', 'SMORREBROD'],
  ['Łódź', 'lodz'],
  ['İstanbul', 'istanbul'],
  ['ISPARTA', 'ısparta'],
  ['ΟΔΥΣΣΕΎΣ', 'οδυσσεύς'],
  ['ПРИВЕТ', 'привет'],
  ['كتاب', 'کتاب'],
  ['مَرْحَبًا', 'مرحبا'],
  ['مـــرحبا', 'مرحبا'],
  ['أحمد', 'احمد'],
  ['مسؤول', 'مسوول'],
  ['ہم', 'هم'],
  ['علي', 'علی'],
  ['می\u200cخواهم', 'میخواهم'],
  ['क़लम', 'क\u093cलम'],
])('SR-01: %j and %j are the same word', (one, other) => {
  expect(comparable(one)).toBe(comparable(other));
});

it.each([
  ['कल', 'काल'],
  ['दिन', 'दीन'],
  ['কাল', 'কল'],
  ['й', 'и'],
  ['ά', 'α'],
])('SR-01: %j and %j are different words', (one, other) => {
  expect(comparable(one)).not.toBe(comparable(other));
});

it.each([
  ['see-you at_ten, ok?', ['see', 'you', 'at_ten', 'ok']],
  ['don’t 42nd', ['don', 't', '42nd']],
  ['नमस्ते दुनिया', ['नमस्ते', 'दुनिया']],
  ['👩‍💻❤️ !', []],
])('SR-01: the words of %j', (text, words) => {
  expect(wordsIn(text).map((word) => word.text)).toEqual(words);
});

it.each([
  ['😀😀 Straße zwei', 'strasse', ['Straße']],
  ['😀 Straßenbahn', 'stras', ['Straß']],
  ['hello there', 'there hel', ['hel', 'there']],
  ['hello there', 'hel there', undefined],
  ['see you at ten', '"you at"', ['you at']],
  ['see you, at ten', '"you at" te', ['you, at', 'te']],
  ['see you at ten', '"you ten"', undefined],
  ['see you at ten', '"you a"', undefined],
  ['see you at ten', '"you', ['you']],
  ['cafe\u0301s', 'cafe', ['cafe\u0301']],
  ['مَرْحَبًا بك', 'مرح', ['مَرْحَ']],
  ['to tooth', 'to', ['to', 'to']],
])('SR-01: in %j the search %j highlights %j', (text, search, parts) => {
  expect(partsOf(text, search)).toEqual(parts);
});

it('SR-01: any text can be searched in and for, and highlights are ordered and inside the text', () => {
  const pieces = [
    'a',
    'É',
    'ß',
    'ِ',
    '👩‍💻',
    '\u200d',
    '"',
    ' ',
    'ि',
    'क',
    '\ufe0f',
    '_',
    '\u0000',
    '\ud800',
    '9',
    'ﬁ',
    'ẞ',
    '“',
  ];
  let seed = 7;
  const text = (length: number) =>
    Array.from({ length }, () => pieces[(seed = (seed * 48_271) % 2_147_483_647) % pieces.length]).join('');
  let matched = 0;
  for (let round = 0; round < 2000; round += 1) {
    const content = text(30);
    const spans = findSpans(content, searchTermsOf(text(1 + (round % 4))));
    if (spans && spans.length > 0) matched += 1;
    let last = 0;
    for (const [start, end] of spans ?? []) {
      expect(start).toBeGreaterThanOrEqual(last);
      expect(end).toBeGreaterThan(start);
      last = end;
    }
    expect(last).toBeLessThanOrEqual(content.length);
  }
  expect(matched).toBeGreaterThan(100);
});

it.each([
  ['esha', 'eshaa', true],
  ['esha', 'eha', true],
  ['esha', 'esah', true],
  ['esha', 'asha', true],
  ['esha', 'esha', true],
  ['esha', 'ashaa', false],
  ['esha', 'seah', false],
])('SR-02: %j and %j are at most one typing mistake apart: %j', (one, other, isApart) => {
  expect(isOneTypoApart(one, other)).toBe(isApart);
  expect(isOneTypoApart(other, one)).toBe(isApart);
});
