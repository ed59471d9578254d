import { DELETE_PRIVATE_MAX, type DeletePrivateInput } from '@adda/contract/direct';
import type { Database, Queryable } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/handler.ts';
import type { DeletionShare, Messages } from '../../messages/index.ts';
import { messageRefOf, personalDeletions } from '../../messages/index.ts';
import { pairWith } from './pairs.service.ts';
import type { PrivateKind } from './private-kind.service.ts';

type Deps = {
  readonly database: Database;
  readonly deletions: Messages['deletions'];
  readonly kind: PrivateKind;
};

/**
 * Creates the deletion of private messages (SV-43, Q-07, Q-08): own messages for both users, received ones for the
 * caller only; without ids the whole conversation. Works during a block.
 */
export function createPrivateDeletions({ database, deletions, kind }: Deps) {
  /**
   * Deletes the messages in the body; returns how many of them the caller saw before. Throws `not_current_user`,
   * `cannot_chat_with_self`, `user_not_found` or `message_not_found`.
   */
  return async (
    actor: Actor,
    body: DeletePrivateInput,
  ): Promise<{ readonly isAll: boolean; readonly deletedCount: number }> => {
    const { userId } = actor;
    if (body.currentUser !== undefined && body.currentUser !== actor.username)
      throw appError('not_current_user');
    const { conversationId } = await pairWith(database.db, actor, body.recipient);
    const isAll = body.message_ids.length === 0;
    if (conversationId === undefined) {
      if (!isAll) throw appError('message_not_found');
      return { isAll, deletedCount: 0 };
    }
    const sequences = sequencesOf(body.message_ids, conversationId);
    const judged = (db: Queryable) => judge(db, userId, conversationId, sequences);
    const deletedCount = isAll
      ? await deletions.clearOwn(kind, userId, conversationId, { namedAtMost: DELETE_PRIVATE_MAX })
      : await deletions.deleteSome(kind, userId, [conversationId], judged);
    return { isAll, deletedCount };
  };
}

/** Returns how each message is deleted. Throws `message_not_found` if one is not of this conversation. */
async function judge(
  db: Queryable,
  userId: number,
  conversationId: number,
  sequences: readonly number[],
): Promise<DeletionShare[]> {
  const found = await personalDeletions.findPersonal(db, conversationId, userId, sequences);
  if (found.length < sequences.length) throw appError('message_not_found');
  const present = found.filter((message) => !message.isRemoved);
  const own = present.filter((message) => message.isOwn);
  const received = present.filter((message) => !message.isOwn);
  return [
    {
      conversationId,
      forAll: own.map(({ sequence }) => ({
        conversationId,
        sequence,
        senderId: userId,
        recipientIds: null,
        isDeleted: false,
      })),
      forCaller: received.map(({ sequence }) => sequence),
    },
  ];
}

function sequencesOf(messageIds: readonly string[], conversationId: number): number[] {
  const sequences = messageIds.map((id) => {
    const ref = messageRefOf(id);
    if (ref?.conversationId !== conversationId) throw appError('message_not_found');
    return ref.sequence;
  });
  return [...new Set(sequences)];
}
