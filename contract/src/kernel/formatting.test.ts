import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { formattedSpans, plainText, spansText, type Span } from './formatting.ts';

/** The text that spans were parsed from. */
const sourceOf = (spans: readonly Span[]): string =>
  spans
    .map((span) => {
      if (typeof span === 'string') return span;
      const within = sourceOf(span.children);
      return span.start + (span.kind === 'quote' ? within.replaceAll('\n', '\n> ') : within) + span.end;
    })
    .join('');

const depthOf = (spans: readonly Span[]): number =>
  Math.max(0, ...spans.map((span) => (typeof span === 'string' ? 0 : 1 + depthOf(span.children))));

/** The spans in short: `bold(text)`. */
const shape = (text: string): string => {
  const shapeOf = (spans: readonly Span[]): string =>
    spans
      .map((span) => (typeof span === 'string' ? span : `${span.kind}(${shapeOf(span.children)})`))
      .join('');
  return shapeOf(formattedSpans(text));
};

/** Number of characters that `run` looks at, by comparing or searching. */
function workOf(run: () => void): number {
  let work = 0;
  const { test } = RegExp.prototype;
  const { indexOf } = String.prototype;
  const tests = vi.spyOn(RegExp.prototype, 'test').mockImplementation(function (this: RegExp, text) {
    work += 1;
    return test.call(this, text);
  });
  const searches = vi.spyOn(String.prototype, 'indexOf').mockImplementation(function (
    this: string,
    wanted,
    from = 0,
  ) {
    const found = indexOf.call(this, wanted, from);
    work += (found < 0 ? this.length : found + 1) - Math.min(from, this.length);
    return found;
  });
  try {
    run();
  } finally {
    tests.mockRestore();
    searches.mockRestore();
  }
  return work;
}

/** Texts of the pieces that decide what a sign means. */
const signText = fc
  .array(
    fc.constantFrom(
      '*',
      '_',
      '~',
      '|',
      '||',
      '`',
      '```',
      '> ',
      '>',
      '\n',
      ' ',
      'a',
      'word',
      '(',
      ')',
      '.',
      '"',
      '-',
      '😀',
      'क',
      'سلام',
      '@name_x',
      'https://example.com/a_b*c',
      'http://',
      '\\',
      '<b>',
      '\ud83d',
      '\u200d',
    ),
    { maxLength: 60 },
  )
  .map((pieces) => pieces.join(''));

describe('the formatting of a text', () => {
  it.each([
    [
      '*bold* _italic_ ~strike~ `code` ||hidden||',
      'bold(bold) italic(italic) strike(strike) code(code) hidden(hidden)',
    ],
    ['*_~||all||~_*', 'bold(italic(strike(hidden(all))))'],
    ['well, *this* (and _that_)!', 'well, bold(this) (and italic(that))!'],
    ['*two words* and _more_', 'bold(two words) and italic(more)'],
    ['*a *b*', '*a bold(b)'],
    ['*a _b* c_', 'bold(a _b) c_'],
    ['*a `b* c` d*', 'bold(a code(b* c) d)'],
    ['😀*hi*😀', '😀bold(hi)😀'],
    ['*नमस्ते* _سلام_', 'bold(नमस्ते) italic(سلام)'],
  ])('FT-01: %j is %j', (text, expected) => {
    expect(shape(text)).toBe(expected);
  });

  it.each([
    'snake_case_name',
    '2*3*4',
    'a * b * c',
    '*open',
    'close*',
    '**two**',
    '__init__',
    '*.* and *.*',
    '~5 to ~10',
    '* item\n* item',
    '*not\nacross*',
    '(*_*) hi (*_*)',
    '^_^ hi ^_^',
    '-_- hello -_-',
    '>_< no',
    '>no',
    '> ',
    '||||',
    'a||b||c',
    'x || y || z',
    '`',
    '``',
    '```',
    '``` ```',
    'it`s what`s',
    '@_guest-ivy and @snake_name_',
    '<b>x</b>',
    'https://example.com/_a_/*b*/~c~',
    'see https://example.com/a_b_ and _c',
    '* *',
    '*-* *_*',
  ])('FT-01: %j is plain', (text) => {
    expect(formattedSpans(text)).toEqual([text]);
  });

  it.each([
    ['*https://example.com/a_b*', 'bold(https://example.com/a_b)'],
    ['_see https://example.com/_a_b_.', 'italic(see https://example.com/_a_b).'],
    ['||https://example.com||', 'hidden(https://example.com)'],
    ['`https://example.com/*a*`', 'code(https://example.com/*a*)'],
  ])('FT-01: an address within formatting stays whole: %j is %j', (text, expected) => {
    expect(shape(text)).toBe(expected);
  });

  it.each([
    ['> one\n> *two*\nafter', 'quote(one\nbold(two))after'],
    ['before\n> one\n\nafter', 'beforequote(one)\nafter'],
    ['> *a\n> b*', 'quote(*a\nb*)'],
    ['a\n```\nx = *p*\n  > y\n```\nb', 'afence(x = *p*\n  > y)b'],
    ['so: ```one``` and *two*', 'so: fence(one) and bold(two)'],
    ['```open *a*', '```open bold(a)'],
    ['> ```\n> a\n```\nb\n```', 'quote(```\na)fence(b)'],
  ])('FT-01: blocks: %j is %j', (text, expected) => {
    expect(shape(text)).toBe(expected);
  });

  it('FT-01: keeps every character of any text, nests a few levels at most and never throws', () => {
    const check = (text: string) => {
      const spans = formattedSpans(text);
      expect(sourceOf(spans)).toBe(text);
      expect(depthOf(spans)).toBeLessThanOrEqual(6);
      expect(spansText(spans).length).toBeLessThanOrEqual(text.length + 2 * spans.length);
    };
    fc.assert(fc.property(signText, check), { numRuns: 1000 });
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 200 }), check));
  });

  it('FT-01: what is in no formatted part is plain on its own too', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('word', 'snake_case', '2*3', 'a~b', 'é', '5|6'), { maxLength: 20 }),
        (words) => {
          const text = words.join(' ');
          expect(formattedSpans(text)).toEqual(text === '' ? [] : [text]);
        },
      ),
    );
  });

  it('FT-01: the work for a text grows no faster than its length, whatever the signs', () => {
    const unit = fc.constantFrom(
      '*',
      '_',
      '~',
      '||',
      '`',
      '```',
      '\n',
      ' ',
      'a',
      '> ',
      '*a ',
      ' *a',
      '_*',
      'a* ',
      ' `a',
      '> `a\n',
      '> ```\n',
      'http://*',
      ' ```a',
    );
    fc.assert(
      fc.property(fc.array(unit, { minLength: 1, maxLength: 4 }), (units) => {
        const workFor = (length: number) => {
          const text = units.join('').repeat(length).slice(0, length);
          return workOf(() => formattedSpans(text));
        };
        expect(workFor(4000)).toBeLessThan(2.2 * workFor(2000) + 100);
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    ['*hi* ||secret|| _there_', 'hi Hidden text there'],
    ['||a *b* c||', 'Hidden text'],
    ['> quoted\nanswer', 'quoted\nanswer'],
    ['```\ncode\n```', 'code'],
    ['snake_case', 'snake_case'],
  ])('FT-01: a preview of %j is %j', (text, expected) => {
    expect(plainText(text, 'Hidden text')).toBe(expected);
  });
});
