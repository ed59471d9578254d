import { addressesIn } from '@adda/contract/kernel/addresses';
import { createContext, useContext, type ReactNode } from 'react';
import { OutsideLink } from './outside-link.tsx';
import { TabIndex } from './tab-index.ts';

/** A piece of a text: plain text, or an address that is safe to link. */
export type TextPiece = { readonly at: number; readonly text: string; readonly href?: string };

/** Splits a text at its addresses; punctuation at the end of a sentence is not part of an address. */
export function textPieces(text: string): readonly TextPiece[] {
  const pieces: TextPiece[] = [];
  let end = 0;
  for (const { index, text: address, href } of addressesIn(text)) {
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

/** Marks words between the addresses of a text, such as the names of mentioned members. */
export const TextMarker = createContext<(text: string) => ReactNode>((text) => text);

export type UserTextProps = LinkedTextProps & {
  /** Addresses are text. */
  hasPlainLinks?: boolean;
};

/** User-written text, with its addresses as links unless they are disabled. */
export const UserText = ({ hasPlainLinks, ...props }: UserTextProps): ReactNode =>
  hasPlainLinks ? props.text : <LinkedText {...props} />;

/** User-written text with its addresses as links. */
export function LinkedText({ text, author, isKnown }: LinkedTextProps): ReactNode {
  const mark = useContext(TextMarker);
  const tabIndex = useContext(TabIndex);
  return textPieces(text).map((piece) =>
    piece.href === undefined ? (
      mark(piece.text)
    ) : (
      <OutsideLink
        key={piece.at}
        href={piece.href}
        author={author}
        isKnown={isKnown}
        tabIndex={tabIndex}
        className="font-medium underline underline-offset-2 [overflow-wrap:anywhere]"
      >
        {piece.text}
      </OutsideLink>
    ),
  );
}
