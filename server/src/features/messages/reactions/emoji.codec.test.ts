import { expect, it } from 'vitest';
import { emojiOf } from './emoji.codec.ts';

it.each([
  ['👍', '👍'],
  ['👍🏽', '👍🏽'],
  ['❤️', '❤️'],
  ['❤', '❤️'],
  ['👩‍💻', '👩‍💻'],
  ['🏳‍🌈', '🏳️‍🌈'],
  ['🇮🇳', '🇮🇳'],
  ['1⃣', '1️⃣'],
  ['☝🏽', '☝🏽'],
])('RX-01: %s is stored fully qualified', (given, stored) => {
  expect(emojiOf(given)).toBe(stored);
});

it.each(['', ' ', 'a', '1', '#', '👍👍', '👍 ', ' 👍', '❤️a', '🇮', '👍\u200d', '©x', '\ufe0f'])(
  'RX-01: %j is not one emoji',
  (given) => {
    expect(emojiOf(given)).toBeUndefined();
  },
);
