import type { Tx } from '../../../platform/database/index.ts';
import { personalDeletions, type Removed } from '../../messages/index.ts';
import { deletionEvents } from './private-deletions.events.ts';
import { findPeopleOf } from './pairs.repository.ts';
import type { PrivateEvents } from './private.events.ts';

/** Tells the other person of a private chat what went with the account of the one who wrote it (SV-104). */
export function tellOfRemoved(events: Pick<PrivateEvents, 'afterCommit' | 'unreadChangedAfterCommit'>) {
  return async (tx: Tx, { conversationId, revision, messages }: Removed): Promise<void> => {
    const people = await findPeopleOf(tx, conversationId);
    const writer = people.find(({ userId }) => userId === messages[0]?.senderId);
    const peer = people.find((person) => person !== writer);
    if (!writer || !peer) return;
    const clearings = await personalDeletions.readClearings(tx, conversationId);
    const deletion = {
      revision,
      own: messages.map(({ sequence }) => sequence),
      hidden: [],
      isCleared: false,
      isPeerTold: true,
      clearedTo: { user: 0, peer: clearings.get(peer.userId) ?? 0 },
    };
    events.afterCommit(tx, deletionEvents({ conversationId, user: writer, peer }, deletion));
    events.unreadChangedAfterCommit(tx, [peer.userId]);
  };
}
