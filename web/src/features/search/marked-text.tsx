import { graphemesOf } from '@adda/contract/kernel/graphemes';
import { findSpans, searchTermsOf, type Span } from '@adda/contract/search';

/** A part of a text; `isMarked` if the search matches it. */
type Part = { readonly text: string; readonly start: number; readonly isMarked: boolean };

/** Text before the first match that an excerpt keeps, in characters. */
const LEAD = 40;

/** Returns the parts of a text that a search matches; none for a match with a typing mistake. */
export const spansOf = (text: string, search: string): readonly Span[] =>
  findSpans(text, searchTermsOf(search)) ?? [];

/** Splits a text at the ends of its matches, in UTF-16 offsets (SR-01). Offsets beyond the text are cut. */
export function partsOf(text: string, spans: readonly (readonly number[])[]): readonly Part[] {
  const parts: Part[] = [];
  let at = 0;
  const add = (end: number, isMarked: boolean) => {
    if (end > at) parts.push({ text: text.slice(at, end), start: at, isMarked });
    at = Math.max(at, end);
  };
  for (const [start = 0, end = 0] of spans) {
    add(Math.min(start, text.length), false);
    add(Math.min(end, text.length), true);
  }
  add(text.length, false);
  return parts;
}

/** Returns where an excerpt begins, so that the first match is near its beginning; 0 for the whole text. */
export function excerptStart(text: string, spans: readonly (readonly number[])[]): number {
  const first = spans[0]?.[0] ?? 0;
  if (first <= LEAD) return 0;
  const space = text.slice(first - LEAD, first).search(/\s/u);
  if (space !== -1) return first - LEAD + space + 1;
  return graphemesOf(text).containing(first - LEAD)?.index ?? 0;
}

/** A text with the matches marked; `isExcerpt`: a long text begins shortly before the first match. */
export function MarkedText({
  text,
  spans,
  isExcerpt = false,
}: {
  text: string;
  spans: readonly (readonly number[])[];
  isExcerpt?: boolean;
}) {
  const start = isExcerpt ? excerptStart(text, spans) : 0;
  const moved = spans.map(([from = 0, to = 0]) => [from - start, to - start]);
  return (
    <>
      {start > 0 && '…'}
      {partsOf(text.slice(start), moved).map((part) =>
        part.isMarked ? (
          <mark key={part.start} className="rounded-xs bg-marigold-wash font-semibold text-ink">
            {part.text}
          </mark>
        ) : (
          part.text
        ),
      )}
    </>
  );
}
