import { graphemesOf } from '@adda/contract/kernel/graphemes';
import { useContext } from 'react';
import { FormattedText } from '../../../ui/formatted-text.tsx';
import { LinkContext } from './link-policy.ts';

const PICTURES =
  /^(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|[0-9#*]\ufe0f?\u20e3|[\u200d\s\u{e0020}-\u{e007f}]|\ufe0f)+$/u;
const MOST_PICTURES = 3;
/** An emoji has fewer code units. */
const PICTURE_LENGTH = 40;

/** Whether a text consists only of one to three emoji; such a message is shown larger (FT-01). */
export function isEmojiOnly(text: string): boolean {
  if (text.length > MOST_PICTURES * PICTURE_LENGTH || !PICTURES.test(text)) return false;
  const count = [...graphemesOf(text.replace(/\s/g, ''))].length;
  return count > 0 && count <= MOST_PICTURES;
}

export type MessageTextProps = { text: string; author: string; isOwn: boolean };

/** A message's text with its formatting and links, unless links of the other user are disabled (SV-105). */
export function MessageText({ text, author, isOwn }: MessageTextProps) {
  const { arePlain, areKnown } = useContext(LinkContext);
  return (
    <FormattedText
      text={text}
      author={author}
      isKnown={isOwn || areKnown}
      hasPlainLinks={arePlain && !isOwn}
    />
  );
}
