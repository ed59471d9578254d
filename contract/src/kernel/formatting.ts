/**
 * The formatting of texts (FT-01): `*bold*`, `_italic_`, `~strike~`, `||hidden||`, `` `code` ``, fenced code and
 * `> quote`. Texts are stored and sent as typed; only what shows them reads the signs.
 */
import { ADDRESS } from './addresses.ts';

/** Formatting of a part of a text. Quotes and fenced code are blocks, the others are within a line. */
export type FormatKind = 'bold' | 'italic' | 'strike' | 'hidden' | 'code' | 'fence' | 'quote';

/**
 * Plain text, or a formatted part. `start` and `end` are the signs as typed, for blocks with the line breaks next to them,
 * which are not shown. In a quote each line break of the children stands for the line break and the `> ` after it.
 */
export type Span =
  | string
  | { readonly kind: FormatKind; readonly start: string; end: string; readonly children: Span[] };

const KINDS = { '*': 'bold', _: 'italic', '~': 'strike', '||': 'hidden', '`': 'code' } as const;
type Sign = keyof typeof KINDS;
const signs: readonly Sign[] = ['*', '_', '~', '||', '`'];
const FENCE = '```';
/** A sign opens after one of these and closes before one of these: `snake_case` and `2*3*4` stay plain. */
const OPENS_AFTER = /[\s\p{Ps}\p{Pi}\p{So}\p{Cs}\ufe0f"'¿¡*_~|]/u;
const CLOSES_BEFORE = /[\s\p{Pe}\p{Pf}\p{Pd}\p{Po}\p{So}\p{Cs}\ufe0f_~|]/u;
/** Faces like `(*_*)` are not formatting: nothing opens before a closing mark or closes after an opening one. */
const NOT_OPENED_BEFORE = /[\s)\]},;:!?]/;
const NOT_CLOSED_AFTER = /[\s([{]/;
/** Anything but spaces and ASCII punctuation; a formatted part has one at least. */
const LETTER = /[^\s!-/:-@[-`{-~]/;
const ADDRESS_END = /[*_~|.,;:!?…)\]}'"]/;

/** Appends to a list of spans; neighbouring texts become one, and empty ones are left out. */
function append(list: Span[], spans: readonly Span[]): void {
  for (const span of spans) {
    const last = list.at(-1);
    if (span === '') continue;
    if (typeof span !== 'string' || typeof last !== 'string') list.push(span);
    else list[list.length - 1] = last + span;
  }
}

/** A sign that is open, with what follows it. */
type Frame = { readonly sign: Sign; readonly at: number; readonly children: Span[] };

/** The open signs of a line. Each sign is open once at most, which limits the nesting and the time. */
function createOpenSigns() {
  const root: Span[] = [];
  const frames: Frame[] = [];
  const top = () => frames.at(-1)?.children ?? root;
  const indexOf = (sign: Sign) => frames.findIndex((frame) => frame.sign === sign);
  /** The sign of a frame was plain. */
  const drop = (index: number) => {
    for (const { sign, children } of frames.splice(index, 1)) {
      append(frames[index - 1]?.children ?? root, [sign, ...children]);
    }
  };
  return {
    add: (...spans: Span[]) => append(top(), spans),
    startsWith: (sign: string) => frames.some((frame) => frame.sign.startsWith(sign)),
    /** Whether a sign at `at` closes an open one: with a letter in between, and no sign that opens just before. */
    closesAt(sign: Sign, at: number, lastLetter: number): boolean {
      const frame = frames[indexOf(sign)];
      const isAfterSign = frames.some((each) => each.at + each.sign.length === at);
      return frame !== undefined && lastLetter > frame.at && !isAfterSign;
    },
    /** An older sign of the same kind was plain: `*a *b*`. */
    open(sign: Sign, at: number): void {
      const older = indexOf(sign);
      if (older >= 0) drop(older);
      frames.push({ sign, at, children: [] });
    },
    close(sign: Sign): void {
      const index = indexOf(sign);
      while (frames.length > index + 1) drop(frames.length - 1);
      const children = frames.pop()?.children ?? [];
      append(top(), [{ kind: KINDS[sign], start: sign, end: sign, children }]);
    },
    finish(): Span[] {
      while (frames.length > 0) drop(frames.length - 1);
      return root;
    },
  };
}

/** The sign at an index of a line. */
function signAt(line: string, at: number): Sign | undefined {
  const sign = line[at] === '|' ? line.slice(at, at + 2) : line[at];
  return signs.find((each) => each === sign);
}

/** Where a sign may stand. Beside another one of the same kind it is plain: `**`, `__init__`. */
function sidesOf(line: string, at: number, sign: Sign) {
  const before = line[at - 1] ?? ' ';
  const after = line[at + sign.length] ?? ' ';
  const isAlone = before !== sign[0] && after !== sign[0];
  return {
    mayOpen: isAlone && OPENS_AFTER.test(before) && !NOT_OPENED_BEFORE.test(after),
    mayClose: isAlone && CLOSES_BEFORE.test(after) && !NOT_CLOSED_AFTER.test(before),
  };
}

/** The index of the sign that closes code which begins at `at`; -1 for none. */
function codeEnd(line: string, at: number): number {
  let end = line.indexOf('`', at + 2);
  while (end >= 0 && !sidesOf(line, end, '`').mayClose) end = line.indexOf('`', end + 1);
  return end;
}

/** The end of an address; signs at its end belong to it unless they close something. */
function addressEnd(line: string, end: number, isOpen: (sign: string) => boolean): number {
  let cut = end;
  for (let at = end - 1; ADDRESS_END.test(line[at] ?? ''); at -= 1) if (isOpen(line[at] ?? '')) cut = at;
  return cut;
}

/** The spans of one line, in linear time. */
function lineSpans(line: string): Span[] {
  const open = createOpenSigns();
  const addresses = [...line.matchAll(ADDRESS)].toReversed();
  let at = 0;
  let plainFrom = 0;
  let lastLetter = -1;
  let mayHaveCode = true;
  /** Adds the plain text up to here, and continues after `length` characters. */
  const skip = (length: number) => {
    open.add(line.slice(plainFrom, at));
    at += length;
    plainFrom = at;
  };
  while (at < line.length) {
    while ((addresses.at(-1)?.index ?? at) < at) addresses.pop();
    const address = addresses.at(-1);
    const sign = signAt(line, at);
    if (address?.index === at) {
      lastLetter = at;
      at = addressEnd(line, at + address[0].length, open.startsWith);
    } else if (!sign) {
      if (LETTER.test(line[at] ?? '')) lastLetter = at;
      at += 1;
    } else {
      const { mayOpen, mayClose } = sidesOf(line, at, sign);
      const end = sign === '`' && mayOpen && mayHaveCode ? codeEnd(line, at) : -1;
      if (end >= 0) {
        const code = line.slice(at + 1, end);
        skip(end + 1 - at);
        open.add({ kind: 'code', start: sign, end: sign, children: [code] });
        lastLetter = end;
      } else if (sign === '`') {
        mayHaveCode &&= !mayOpen;
        at += 1;
      } else if (mayClose && open.closesAt(sign, at, lastLetter)) {
        skip(sign.length);
        open.close(sign);
      } else if (mayOpen) {
        skip(sign.length);
        open.open(sign, at - sign.length);
      } else at += sign.length;
    }
  }
  skip(0);
  return open.finish();
}

/** Removes the line break at the end of the text so far, because a block follows, and returns it. */
function takeLineBreak(spans: Span[]): string {
  const last = spans.at(-1);
  if (typeof last !== 'string' || !last.endsWith('\n')) return '';
  spans.pop();
  append(spans, [last.slice(0, -1)]);
  return '\n';
}

/** The next fenced code at or after an index. */
function nextFence(text: string, from: number): { at: number; end: number } | undefined {
  for (let at = text.indexOf(FENCE, from); at >= 0; at = text.indexOf(FENCE, at + FENCE.length)) {
    const end = text.indexOf(FENCE, at + FENCE.length);
    if (end < 0) return undefined;
    const isFilled = text.slice(at + FENCE.length, end).trim() !== '';
    if (isFilled && OPENS_AFTER.test(text[at - 1] ?? ' ')) return { at, end };
  }
  return undefined;
}

/** Appends fenced code without the line breaks at its edges; returns the index after it. */
function appendFence(spans: Span[], text: string, { at, end }: { at: number; end: number }): number {
  const code = text.slice(at + FENCE.length, end);
  const first = code.startsWith('\n') ? '\n' : '';
  const last = code.endsWith('\n') ? '\n' : '';
  const after = text[end + FENCE.length] === '\n' ? '\n' : '';
  const start = takeLineBreak(spans) + FENCE + first;
  const children = [code.slice(first.length, code.length - last.length)];
  spans.push({ kind: 'fence', start, end: last + FENCE + after, children });
  return end + FENCE.length + after.length;
}

/** Appends a line of a quote; consecutive lines are one quote. */
function appendQuote(spans: Span[], line: string, lineBreak: string): void {
  const children = lineSpans(line);
  const last = spans.at(-1);
  if (typeof last === 'object' && last.kind === 'quote' && last.end === '\n') {
    append(last.children, ['\n', ...children]);
    last.end = lineBreak;
  } else {
    spans.push({ kind: 'quote', start: `${takeLineBreak(spans)}> `, end: lineBreak, children });
  }
}

/**
 * Returns the parts of a text with their formatting (FT-01). Every character of the text is in a string or in the signs of
 * a part. Signs open at the beginning of a word and close at its end, on the same line except for fenced code; all others
 * are plain.
 */
export function formattedSpans(text: string): readonly Span[] {
  const spans: Span[] = [];
  let fence = nextFence(text, 0);
  let at = 0;
  let lineEnd = -1;
  while (at < text.length) {
    if (lineEnd < at) lineEnd = text.indexOf('\n', at);
    if (lineEnd < 0) lineEnd = text.length;
    const lineBreak = text.slice(lineEnd, lineEnd + 1);
    const isLineStart = at === 0 || text[at - 1] === '\n';
    if (fence && fence.at < at) fence = nextFence(text, at);
    if (isLineStart && text.startsWith('> ', at) && text.slice(at + 2, lineEnd).trim() !== '') {
      appendQuote(spans, text.slice(at + 2, lineEnd), lineBreak);
      at = lineEnd + 1;
    } else if (fence && fence.at < lineEnd) {
      append(spans, lineSpans(text.slice(at, fence.at)));
      at = appendFence(spans, text, fence);
    } else {
      append(spans, [...lineSpans(text.slice(at, lineEnd)), lineBreak]);
      at = lineEnd + 1;
    }
  }
  return spans;
}

/**
 * Returns the text of spans without their signs. Blocks are on lines of their own. `hiddenLabel` replaces each hidden part,
 * which is included without it.
 */
export function spansText(spans: readonly Span[], hiddenLabel?: string): string {
  const parts = spans.map((span) => {
    if (typeof span === 'string') return span;
    if (span.kind === 'hidden' && hiddenLabel !== undefined) return hiddenLabel;
    const text = spansText(span.children, hiddenLabel);
    return span.kind === 'quote' || span.kind === 'fence' ? `\n${text}\n` : text;
  });
  return parts.join('');
}

/** Returns a text as previews and announcements show it: without signs, with a label instead of hidden parts (FT-01). */
export const plainText = (text: string, hiddenLabel: string): string =>
  spansText(formattedSpans(text), hiddenLabel).trim();
