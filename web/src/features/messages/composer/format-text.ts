import { readWhisper } from '@adda/contract/rooms';

/** What the keys and the bar of the input can write. */
export type TextFormat = 'bold' | 'italic' | 'strike' | 'code' | 'quote' | 'hidden';

/** A text and the selected part of it. */
export type SelectedText = { readonly text: string; readonly start: number; readonly end: number };

const SIGNS = { bold: '*', italic: '_', strike: '~', code: '`', hidden: '||' };
const FENCE = '```';
const QUOTE = '> ';
/** Signs neither open before these nor close after those. */
const EDGES = { first: /[\s)\]},;:!?]/, last: /[\s([{]/ };
const WORD = /[\p{L}\p{N}\p{M}]/u;

/** The index after the names at the beginning of a whisper: signs before them would make it a message to all (GC-57). */
function afterNames(text: string): number {
  const whisper = readWhisper(text);
  if (!whisper) return 0;
  return whisper.words === '' ? text.length : text.lastIndexOf(whisper.words);
}

/** Leaves out spaces and marks at the edges, and takes in the rest of a word: signs count only at its edges. */
function atWords({ text, start, end }: SelectedText, from: number): SelectedText {
  let [first, last] = [start, end];
  while (first < end && EDGES.first.test(text[first] ?? '')) first += 1;
  while (last > first && EDGES.last.test(text[last - 1] ?? '')) last -= 1;
  if (first === last) return { text, start, end: start };
  const isWord = (at: number) => WORD.test(text[at] ?? '');
  while (first > from && isWord(first) && isWord(first - 1)) first -= 1;
  while (last < text.length && isWord(last - 1) && isWord(last)) last += 1;
  return { text, start: first, end: last };
}

function replaceSelected({ text, start, end }: SelectedText, by: string): SelectedText {
  return { text: text.slice(0, start) + by + text.slice(end), start, end: start + by.length };
}

/** Puts a pair of signs around the selection, or removes the pair that is there. */
function toggleAround(given: SelectedText, sign: string): SelectedText {
  const { text, start, end } = given;
  const around = sign.length;
  const selected = text.slice(start, end);
  if (text.slice(start - around, start) === sign && text.startsWith(sign, end)) {
    return replaceSelected({ text, start: start - around, end: end + around }, selected);
  }
  if (selected.length > 2 * around && selected.startsWith(sign) && selected.endsWith(sign)) {
    return replaceSelected(given, selected.slice(around, -around));
  }
  const signed = replaceSelected(given, sign + selected + sign);
  return { text: signed.text, start: start + around, end: end + around };
}

/** Changes each line of the selection that has text: signs count within one line. */
function toggleLines(given: SelectedText, sign: string): SelectedText {
  const lines = given.text.slice(given.start, given.end).split('\n');
  const isSigned = (line: string) =>
    line.length > 2 * sign.length && line.startsWith(sign) && line.endsWith(sign);
  const filled = lines.map((line) => line.trim()).filter(Boolean);
  const isOff = filled.every(isSigned);
  const changed = lines.map((line) => {
    const words = line.trim();
    if (words === '' || (!isOff && isSigned(words))) return line;
    return line.replace(words, () => (isOff ? words.slice(sign.length, -sign.length) : sign + words + sign));
  });
  return replaceSelected(given, changed.join('\n'));
}

/** Makes the lines of the selection a quote, or plain again. The names of a whisper stay on a line before it. */
function toggleQuote({ text, start, end }: SelectedText, from: number): SelectedText {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const lineEnd = text.indexOf('\n', end);
  const isAfterNames = lineStart < from;
  const given = { text, start: Math.max(lineStart, from), end: lineEnd < 0 ? text.length : lineEnd };
  const lines = text.slice(given.start, given.end).split('\n');
  const isQuoted = !isAfterNames && lines.every((line) => line.trim() === '' || line.startsWith(QUOTE));
  const changed = isQuoted
    ? lines.map((line) => (line.startsWith(QUOTE) ? line.slice(QUOTE.length) : line))
    : lines.map((line) => (line.startsWith(QUOTE) ? line : QUOTE + line));
  return replaceSelected(given, (isAfterNames ? '\n' : '') + changed.join('\n'));
}

/**
 * Writes the signs of a format around the selected text, or removes them if they are there (FT-01). Without a selection the
 * caret stands between the signs. The names at the beginning of a whisper stay first.
 */
export function toggleFormat(selected: SelectedText, format: TextFormat): SelectedText {
  const { text } = selected;
  const from = afterNames(text);
  const start = Math.max(selected.start, from);
  const given = { text, start, end: Math.max(selected.end, start) };
  if (format === 'quote') return toggleQuote(given, from);
  const target = atWords(given, from);
  if (!text.slice(target.start, target.end).includes('\n')) return toggleAround(target, SIGNS[format]);
  return format === 'code' ? toggleAround(target, FENCE) : toggleLines(target, SIGNS[format]);
}
