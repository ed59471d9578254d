import type { ErrorCode } from '@adda/contract';
import { isBlankText, MESSAGE_MAX_LENGTH } from '@adda/contract/messages';

/** Judges the words of a message: blank ones need something attached (GC-56), and 2000 characters are enough. */
export function refuseContent(content: string, hasAttachment = false): ErrorCode | undefined {
  if (isBlankText(content) && !hasAttachment) return 'message_empty';
  return content.length > MESSAGE_MAX_LENGTH ? 'message_too_long' : undefined;
}
