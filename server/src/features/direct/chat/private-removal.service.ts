import type { Queryable, Tx } from '../../../platform/database/index.ts';
import { deletions, members, personalDeletions } from '../../messages/index.ts';
import type { MessageRemoval } from '../../messages/index.ts';
import { findPairOf, namesOf } from './pairs.repository.ts';
import { createDeletionEvents, type Sides } from './private-deletions.events.ts';
import type { PrivateEvents } from './private.events.ts';

type Deps = { readonly events: Pick<PrivateEvents, 'afterCommit' | 'unreadChangedAfterCommit'> };

/** Makes what takes down private messages, for administrators. */
export function createPrivateRemoval({ events }: Deps) {
  const tell = createDeletionEvents(events);
  return {
    /**
     * Takes down what somebody wrote, for both, for an administrator who has judged it (SV-49); answers whether it was
     * still there. What is in no private conversation of theirs is not.
     */
    async remove(tx: Tx, { place, senderId, removedBy }: MessageRemoval): Promise<boolean> {
      const { conversationId, sequence } = place;
      const sides = await sidesOf(tx, conversationId, senderId);
      if (!sides) return false;
      await members.lockHeads(tx, [conversationId]);
      const [message] = await deletions.findDeletable(tx, [place], senderId);
      if (message?.senderId !== senderId || message.isDeleted) return false;
      const sequences = [sequence];
      const { revision } = await deletions.markDeleted(tx, {
        conversationId,
        sequences,
        deletedBy: removedBy,
      });
      const clearings = await personalDeletions.readClearings(tx, conversationId);
      await tell(tx, sides, {
        revision,
        own: sequences,
        hidden: [],
        isCleared: false,
        isPeerTold: true,
        clearedTo: {
          user: clearings.get(senderId) ?? 0,
          peer: clearings.get(sides.peer.userId) ?? 0,
        },
      });
      return true;
    },
  };
}

/** The two of a conversation, the sender first; undefined where the conversation is none of the sender's. */
async function sidesOf(db: Queryable, conversationId: number, senderId: number): Promise<Sides | undefined> {
  const pair = await findPairOf(db, senderId, conversationId);
  if (!pair) return undefined;
  const names = await namesOf(db, [senderId]);
  return {
    conversationId,
    user: { userId: senderId, username: names.get(senderId) ?? '' },
    peer: { userId: pair.peerId, username: pair.peerName },
  };
}
