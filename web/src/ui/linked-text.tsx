import type { ReactNode } from 'react';
import { OutsideLink } from './outside-link.tsx';

const ADDRESS = /https?:\/\/[^\s<>"']+/gi;
// Looked for from its first letter alone: a long row of dots is looked at once, not once for each dot.
const ENDING = /(?<![.,;:!?…)\]}'"])[.,;:!?…)\]}'"]+$/;

/** A piece of a text: words, or an address that may be opened. */
export type TextPiece = { readonly at: number; readonly text: string; readonly href?: string };

/** The address that may be opened, or undefined: http and https only. */
function safeAddress(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, href } = new URL(text);
  return protocol === 'http:' || protocol === 'https:' ? href : undefined;
}

/** Splits a text at its addresses; what ends a sentence is not part of one. */
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

/** Props of {@link LinkedText}. */
export type LinkedTextProps = {
  text: string;
  /** Whose words they are. */
  author: string;
  /** Their links open without a question. */
  isKnown?: boolean;
};

/** Somebody's words with their addresses as links. */
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
