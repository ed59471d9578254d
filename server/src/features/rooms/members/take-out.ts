import type { Tx } from '../../../platform/database/index.ts';
import { members } from '../../messages/index.ts';
import { changeMemberCount } from '../rooms.repository.ts';

/**
 * Ends a membership and with it everything that was granted; false if there was none. The caller has locked the room.
 * Nothing of theirs is accepted once this is committed.
 */
export async function takeOut(tx: Tx, conversationId: number, userId: number): Promise<boolean> {
  const wasMember = await members.removeMember(tx, conversationId, userId);
  if (wasMember) await changeMemberCount(tx, conversationId, -1);
  return wasMember;
}
