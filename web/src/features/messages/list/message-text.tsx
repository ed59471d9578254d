import { useContext, type ReactNode } from 'react';
import { LinkedText } from '../../../ui/linked-text.tsx';
import { LinkContext } from './link-policy.ts';

const PICTURES =
  /^(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u200d|\ufe0f|\s)+$/u;
const MOST_PICTURES = 24;

/** Whether a text consists only of a few emoji; such a message is shown larger. */
export const isEmojiOnly = (text: string): boolean =>
  text.length <= MOST_PICTURES && text.trim() !== '' && PICTURES.test(text);

export type MessageTextProps = { text: string; author: string; isOwn: boolean };

/** A message's text with its addresses as links, unless links of the other user are disabled (SV-105). */
export function MessageText({ text, author, isOwn }: MessageTextProps): ReactNode {
  const { arePlain, areKnown } = useContext(LinkContext);
  if (arePlain && !isOwn) return text;
  return <LinkedText text={text} author={author} isKnown={isOwn || areKnown} />;
}
