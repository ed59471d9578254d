import type { Tx } from '../../../platform/database/index.ts';
import { readBlock } from '../../relations/index.ts';
import { deletionEvents, type PrivateDeletion } from './private-deletions.events.ts';
import type { PrivateEvents } from './private.events.ts';

/** Whose messages are deleted, and the other person of the conversation. */
export type Sides = {
  readonly conversationId: number;
  readonly user: { readonly userId: number; readonly username: string };
  readonly peer: { readonly userId: number; readonly username: string };
};

/** Makes what tells the two of a deletion, once it is committed. */
export function createDeletionNews(events: Pick<PrivateEvents, 'afterCommit' | 'unreadChangedAfterCommit'>) {
  /** While the two are blocked the other person hears nothing; what they missed comes when they ask again. */
  return async (tx: Tx, sides: Sides, deletion: PrivateDeletion): Promise<void> => {
    const { user, peer } = sides;
    const { isBlocked } = await readBlock(tx, user.userId, peer.userId);
    const isPeerTold = deletion.isPeerTold && !isBlocked;
    events.afterCommit(tx, deletionEvents(sides, { ...deletion, isPeerTold }));
    events.unreadChangedAfterCommit(tx, isPeerTold ? [user.userId, peer.userId] : [user.userId]);
  };
}
