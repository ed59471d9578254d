import type { ErrorCode } from '@adda/contract';
import type { RoomAction } from '@adda/contract/rooms';

/**
 * One's own messages, or anybody's with the right to it (GM-22, Q-07). A whisper is its sender's alone: no moderator
 * acts on it, not even one whom it names.
 */
export function refuseDeleting(
  allowed: readonly RoomAction[],
  message: { readonly isOwn: boolean; readonly isWhisper: boolean },
): ErrorCode | undefined {
  if (allowed.includes('delete_any') && !message.isWhisper) return undefined;
  return message.isOwn && allowed.includes('delete_own') ? undefined : 'not_your_message';
}
