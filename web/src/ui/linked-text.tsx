import type { ReactNode } from 'react';
import { OutsideLink } from './outside-link.tsx';

const ADDRESS = /https?:\/\/[^\s<>"']+/gi;
// The lookbehind matches only at the first punctuation mark, so that a long row of dots takes linear time.
const ENDING = /(?<![.,;:!?…)\]}'"])[.,;:!?…)\]}'"]+$/;

/** A piece of a text: plain text, or an address that is safe to link. */
export type TextPiece = { readonly at: number; readonly text: string; readonly href?: string };

/** Returns the address if it may be linked, otherwise undefined: http and https only. */
function safeAddress(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, href } = new URL(text);
  return protocol === 'http:' || protocol === 'https:' ? href : undefined;
}

/** Splits a text at its addresses; punctuation at the end of a sentence is not part of an address. */
export function textPieces(text: string): readonly TextPiece[] {
  const pieces: TextPiece[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = found.replace(ENDING, '');
    const href = safeAddress(address);
    if (!href) continue;
    if (index > end) pieces.push({ at: end, text: text.slice(end, index) });
    pieces.push({ at: index, text: address, href });
    end = index + address.length;
  }
  if (end < text.length) pieces.push({ at: end, text: text.slice(end) });
  return pieces;
}

export type LinkedTextProps = {
  text: string;
  /** The author of the text. */
  author: string;
  /** The author's links open without a confirmation. */
  isKnown?: boolean;
};

/** User-written text with its addresses as links. */
export function LinkedText({ text, author, isKnown }: LinkedTextProps): ReactNode {
  return textPieces(text).map((piece) =>
    piece.href === undefined ? (
      piece.text
    ) : (
      <OutsideLink
        key={piece.at}
        href={piece.href}
        author={author}
        isKnown={isKnown}
        className="font-medium underline underline-offset-2 [overflow-wrap:anywhere]"
      >
        {piece.text}
      </OutsideLink>
    ),
  );
}
