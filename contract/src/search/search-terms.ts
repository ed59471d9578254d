import { endOfBeginning, wordsIn, type Word } from './words.ts';

/** What a search text asks for (SR-01). */
export type SearchTerms = {
  /** Words that must occur whole, in the form of comparison; those of the phrases are among them. */
  readonly words: readonly string[];
  /** Words that must stand side by side. */
  readonly phrases: readonly (readonly string[])[];
  /** The last word, of which the beginning suffices; undefined if the text ends with a phrase or has no word. */
  readonly beginning: string | undefined;
};

/** A part of a text in UTF-16 offsets, the end exclusive. */
export type Span = [start: number, end: number];

const QUOTES = /[“”„]/g;
const PHRASE = /"([^"]*)"/g;

const textsOf = (text: string): string[] => wordsIn(text).map((word) => word.text);

/** Parses a search text. A quotation mark without its second one counts as a space. */
export function searchTermsOf(given: string): SearchTerms {
  const text = given.replace(QUOTES, '"');
  const phrases = [...text.matchAll(PHRASE)]
    .map(([, phrase = '']) => textsOf(phrase))
    .filter((p) => p.length > 0);
  const single = textsOf(text.replace(PHRASE, ' '));
  const lastPhraseEnd = text.lastIndexOf('"') + 1;
  const endsWithPhrase = phrases.length > 0 && textsOf(text.slice(lastPhraseEnd)).length === 0;
  const beginning = endsWithPhrase ? undefined : single.pop();
  return { words: [...new Set([...single, ...phrases.flat()])], phrases, beginning };
}

/** Whether the search asks for any word. */
export const hasTerms = ({ words, beginning }: SearchTerms): boolean =>
  words.length > 0 || beginning !== undefined;

/**
 * Returns the parts of a text that the search matches, in ascending order and without overlaps; undefined if the text does
 * not match. A phrase is one part; of the last word, the part is its beginning that matches.
 */
export function findSpans(text: string, { words, phrases, beginning }: SearchTerms): Span[] | undefined {
  const found = wordsIn(text);
  const spans: Span[] = [];
  const inPhrases = new Set(phrases.flat());
  for (const phrase of phrases) {
    const places = phrasePlaces(found, phrase);
    if (places.length === 0) return undefined;
    spans.push(...places);
  }
  for (const wanted of words) {
    const same = found.filter((word) => word.text === wanted);
    if (same.length === 0) return undefined;
    if (!inPhrases.has(wanted)) spans.push(...same.map(({ start, end }): Span => [start, end]));
  }
  if (beginning !== undefined) {
    const begun = found.filter((word) => word.text.startsWith(beginning));
    if (begun.length === 0) return undefined;
    spans.push(...begun.map((word): Span => [word.start, endOfBeginning(text, word, beginning)]));
  }
  return merged(spans);
}

function phrasePlaces(found: readonly Word[], phrase: readonly string[]): Span[] {
  const places: Span[] = [];
  for (let at = 0; at + phrase.length <= found.length; at += 1) {
    const first = found[at];
    const last = found[at + phrase.length - 1];
    if (first && last && phrase.every((text, index) => found[at + index]?.text === text))
      places.push([first.start, last.end]);
  }
  return places;
}

function merged(spans: readonly Span[]): Span[] {
  const result: Span[] = [];
  for (const [start, end] of spans.toSorted((one, other) => one[0] - other[0])) {
    const last = result.at(-1);
    if (last && start < last[1]) last[1] = Math.max(last[1], end);
    else result.push([start, end]);
  }
  return result;
}
