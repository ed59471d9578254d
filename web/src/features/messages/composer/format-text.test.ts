import { formattedSpans, spansText } from '@adda/contract/kernel/formatting';
import { readWhisper } from '@adda/contract/rooms';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toggleFormat, type SelectedText, type TextFormat } from './format-text.ts';

/** A text whose selection is in square brackets. */
const read = (marked: string): SelectedText => ({
  text: marked.replace(/[[\]]/g, ''),
  start: marked.indexOf('['),
  end: marked.indexOf(']') - 1,
});

const marked = ({ text, start, end }: SelectedText): string =>
  `${text.slice(0, start)}[${text.slice(start, end)}]${text.slice(end)}`;

describe('writing the signs of a format', () => {
  it.each<[TextFormat, string, string]>([
    ['bold', 'so [good] it is', 'so *[good]* it is'],
    ['italic', '[]', '_[]_'],
    ['strike', 'a[ b ]c', 'a ~[b]~ c'],
    ['hidden', '[he did it]', '||[he did it]||'],
    ['code', 'run [x]!', 'run `[x]`!'],
    ['bold', 'in a w[or]d', 'in a *[word]*'],
    ['bold', '[one\n\n two ]', '[*one*\n\n *two*] '],
    ['code', '[one\ntwo]', '```[one\ntwo]```'],
    ['quote', 'one\nt[w]o\nthree', 'one\n[> two]\nthree'],
    ['quote', '[one\n\ntwo]', '[> one\n> \n> two]'],
  ])('FT-01: %s makes %j into %j', (format, before, after) => {
    expect(marked(toggleFormat(read(before), format))).toBe(after);
  });

  it.each<[TextFormat, string, string]>([
    ['bold', 'so *[good]*', 'so [good]'],
    ['bold', 'so [*good*]', 'so [good]'],
    ['italic', '[_a_\n_b_]', '[a\nb]'],
    ['code', '```[a\nb]```', '[a\nb]'],
    ['quote', '[> a\n> b]', '[a\nb]'],
  ])('FT-01: %s removes the signs of %j', (format, before, after) => {
    expect(marked(toggleFormat(read(before), format))).toBe(after);
  });

  it.each<TextFormat>(['bold', 'italic', 'strike', 'code', 'quote', 'hidden'])(
    'FT-01, GC-57: %s keeps the names of a whisper first, so that it stays one',
    (format) => {
      const text = '@riya @ivy do you see';
      for (const [start, end] of [
        [0, text.length],
        [0, 3],
        [7, 13],
        [0, 0],
      ] as const) {
        const { text: written } = toggleFormat({ text, start, end }, format);
        expect(readWhisper(written)?.names).toEqual(['riya', 'ivy']);
      }
    },
  );

  it('FT-01: selected words are formatted, wherever the selection begins and ends', () => {
    const text = 'some words, and a few more';
    const at = fc.integer({ min: 0, max: text.length });
    const format = fc.constantFrom<TextFormat>('bold', 'italic', 'strike', 'hidden', 'code');
    fc.assert(
      fc.property(at, at, format, (one, other, kind) => {
        const [start, end] = [Math.min(one, other), Math.max(one, other)];
        fc.pre(/\w/.test(text.slice(start, end)));
        const spans = formattedSpans(toggleFormat({ text, start, end }, kind).text);
        expect(spans.some((span) => typeof span === 'object' && span.kind === kind)).toBe(true);
        expect(spansText(spans)).toBe(text);
      }),
    );
  });
});
