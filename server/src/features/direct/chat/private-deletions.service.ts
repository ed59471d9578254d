import { DELETE_PRIVATE_MAX, type DeletePrivateInput } from '@adda/contract/direct';
import type { Database, Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/handler.ts';
import { deletions, members, messageRefOf, personalDeletions } from '../../messages/index.ts';
import { createDeletionEvents, type Sides } from './private-deletions.events.ts';
import type { PrivateEvents } from './private.events.ts';
import { pairWith } from './private-history.service.ts';

type Deps = {
  readonly database: Database;
  readonly events: Pick<PrivateEvents, 'afterCommit' | 'unreadChangedAfterCommit'>;
};

/** Deleting private messages. */
export type PrivateDeletions = ReturnType<typeof createPrivateDeletions>;

/**
 * Makes the command (SV-43, Q-07, Q-08): own messages go for both, received ones for the caller alone, and no ids means
 * the whole conversation. What is stored stays, for reports. A block does not keep anybody from tidying up.
 */
export function createPrivateDeletions({ database, events }: Deps) {
  const tell = createDeletionEvents(events);

  /** All or none: a message that is not of this conversation refuses the call. */
  async function deleteSome(tx: Tx, sides: Sides, sequences: readonly number[]): Promise<number> {
    const { conversationId, user, peer } = sides;
    const { userId } = user;
    const found = await personalDeletions.findPersonal(tx, conversationId, userId, sequences);
    if (found.length < sequences.length) throw appError('message_not_found');
    const present = found.filter((message) => !message.isGone);
    if (present.length === 0) return 0;
    const [own, received] = [true, false].map((isOwn) =>
      present.filter((message) => message.isOwn === isOwn).map((message) => message.sequence),
    );
    const deleted = { conversationId, sequences: own ?? [], deletedBy: userId };
    const { revision } = await deletions.markDeleted(tx, deleted);
    await personalDeletions.hide(tx, { conversationId, userId, sequences: received ?? [], revision });
    const clearings = await personalDeletions.readClearings(tx, conversationId);
    await tell(tx, sides, {
      revision,
      own: own ?? [],
      hidden: received ?? [],
      isCleared: false,
      isPeerTold: (own ?? []).length > 0,
      clearedTo: { user: clearings.get(userId) ?? 0, peer: clearings.get(peer.userId) ?? 0 },
    });
    return present.length;
  }

  async function deleteAll(tx: Tx, sides: Sides): Promise<number> {
    const { conversationId, user, peer } = sides;
    const cleared = await personalDeletions.clearFor(tx, conversationId, user.userId);
    if (cleared.count === 0) return 0;
    // Too many to be told one by one: told a revision further on, the other person's clients ask what they missed.
    const isTooMuch = cleared.ownSequences.length > DELETE_PRIVATE_MAX;
    const revision = isTooMuch ? await personalDeletions.skipRevision(tx, conversationId) : cleared.revision;
    const clearings = await personalDeletions.readClearings(tx, conversationId);
    await tell(tx, sides, {
      revision,
      own: isTooMuch ? [] : cleared.ownSequences,
      hidden: [],
      isCleared: true,
      isPeerTold: cleared.ownSequences.length > 0,
      clearedTo: { user: cleared.clearedTo, peer: clearings.get(peer.userId) ?? 0 },
    });
    return cleared.count;
  }

  return {
    /**
     * Deletes what the body names; answers how many were still there. Throws `not_current_user`,
     * `cannot_chat_with_self`, `user_not_found` or `message_not_found`.
     */
    async delete(actor: Actor, body: DeletePrivateInput): Promise<{ isAll: boolean; deletedCount: number }> {
      if (body.currentUser !== undefined && body.currentUser !== actor.username)
        throw appError('not_current_user');
      const { conversationId, peerId, peerName } = await pairWith(database.db, actor, body.recipient);
      const isAll = body.message_ids.length === 0;
      if (conversationId === undefined) {
        if (!isAll) throw appError('message_not_found');
        return { isAll, deletedCount: 0 };
      }
      const sides = { conversationId, user: actor, peer: { userId: peerId, username: peerName } };
      const sequences = sequencesOf(body.message_ids, conversationId);
      const deletedCount = await database.transaction(async (tx) => {
        await members.lockHeads(tx, [conversationId]);
        return isAll ? deleteAll(tx, sides) : deleteSome(tx, sides, sequences);
      });
      return { isAll, deletedCount };
    },
  };
}

function sequencesOf(messageIds: readonly string[], conversationId: number): number[] {
  const sequences = messageIds.map((id) => {
    const place = messageRefOf(id);
    if (place?.conversationId !== conversationId) throw appError('message_not_found');
    return place.sequence;
  });
  return [...new Set(sequences)];
}
