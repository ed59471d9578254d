import { EXCERPT_MAX } from '@adda/contract/messages';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quotedOf } from './quote.codec.ts';

const excerptOf = (content: string, isWhisper: boolean): string =>
  quotedOf({
    sender: 'ann',
    content,
    is_whisper: isWhisper,
    is_deleted: false,
    has_image: false,
    has_voice: false,
    has_video: false,
  }).excerpt;

const FAMILY = '👨‍👩‍👧‍👦';

describe('the excerpt of a quote', () => {
  it.each([
    ['hello', false, 'hello'],
    ['  hello \t\n\n there\u00a0you  ', false, 'hello there you'],
    ['', false, ''],
    ['@bob hello', true, 'hello'],
    ['@bob @ann hello @eve', true, 'hello @eve'],
    ['＠bob\nhello', true, 'hello'],
    ['@bob', true, ''],
    ['no name at all', true, 'no name at all'],
    ['@bob hello', false, '@bob hello'],
    ['it is ||the butler|| who *did* it', false, 'it is ▒▒▒ who *did* it'],
    [`||${'a'.repeat(200)}|| b`, false, '▒▒▒ b'],
  ])('RY-01: of %j (whisper: %j) is %j', (content, isWhisper, expected) => {
    expect(excerptOf(content, isWhisper)).toBe(expected);
  });

  it('RY-01: ends before a grapheme that would be cut, and has no blank at its end', () => {
    expect(excerptOf('a'.repeat(200), false)).toBe('a'.repeat(EXCERPT_MAX));
    expect(excerptOf('a'.repeat(139) + FAMILY, false)).toBe('a'.repeat(139));
    expect(excerptOf('a'.repeat(139) + 'e\u0301', false)).toBe('a'.repeat(139));
    expect(excerptOf('a'.repeat(140), false)).toBe('a'.repeat(140));
    expect(excerptOf(`${'a'.repeat(139)} b`, false)).toBe('a'.repeat(139));
    expect(excerptOf(FAMILY.repeat(20), false)).toBe(FAMILY.repeat(12));
  });

  it('RY-01: is a beginning of the text on one line, whole graphemes, at most 140 characters', () => {
    const graphemes = fc.array(fc.constantFrom('a', ' ', '\n', FAMILY, 'e\u0301', '🇮🇳', 'क्षि', '\u200b'), {
      maxLength: 300,
    });
    fc.assert(
      fc.property(graphemes, (parts) => {
        const line = parts.join('').trim().replaceAll(/\s+/gu, ' ');
        const excerpt = excerptOf(parts.join(''), false);
        expect(excerpt.length).toBeLessThanOrEqual(EXCERPT_MAX);
        expect(line.startsWith(excerpt)).toBe(true);
        const ends = [...new Intl.Segmenter().segment(line)].map(
          ({ index, segment }) => index + segment.length,
        );
        expect([0, ...ends]).toContain(excerpt.length);
      }),
    );
  });
});
