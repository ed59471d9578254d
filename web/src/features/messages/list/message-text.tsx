import type { ReactNode } from 'react';

const ADDRESS = /https?:\/\/[^\s<>"']+/gi;
const ENDING = /[.,;:!?…)\]}'"]+$/;

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

const PICTURES =
  /^(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u200d|\ufe0f|\s)+$/u;
const MOST_PICTURES = 24;

/** Whether a text is a few emoji and nothing else; such a message is shown larger. */
export const isEmojiOnly = (text: string): boolean =>
  text.length <= MOST_PICTURES && text.trim() !== '' && PICTURES.test(text);

/** A message's words with its addresses as links that tell the other side nothing. */
export function MessageText({ text }: { text: string }): ReactNode {
  return textPieces(text).map((piece) =>
    piece.href === undefined ? (
      piece.text
    ) : (
      <a
        key={piece.at}
        href={piece.href}
        target="_blank"
        rel="noopener noreferrer nofollow"
        className="font-medium underline underline-offset-2 [overflow-wrap:anywhere]"
      >
        {piece.text}
      </a>
    ),
  );
}
