import { excerptOf, HIDDEN_SIGN } from '@adda/contract/messages';
import { plainText } from '@adda/contract/kernel/formatting';
import { wordsOf } from '@adda/contract/rooms';

/** What a message has to be named by. */
export type ToldWords = {
  readonly content: string;
  readonly isWhisper: boolean;
  readonly hasImage: boolean;
  readonly hasVoice: boolean;
  readonly hasVideo: boolean;
};

/** Returns what a message says, without formatting; one without words as a quote names it (RY-01). */
export function shortTextOf({ content, isWhisper, hasVideo, hasVoice, hasImage }: ToldWords): string {
  const text = excerptOf(plainText(wordsOf(content, isWhisper), HIDDEN_SIGN));
  if (text !== '') return text;
  if (hasVideo) return 'Video';
  return hasVoice ? 'Voice message' : hasImage ? 'Photo' : '';
}
