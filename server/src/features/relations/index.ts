/**
 * Blocks, follows and hidings. Owns the conditions by which two users may see each other: `areBlocked` in SQL for queries,
 * `readBlock` for one pair, and `isHiddenFrom` for threatened users who are hidden from strangers; and the condition by which
 * they are strangers (`isStranger`, MR-01). Features that react to a block register a hook or a listener.
 */
import './blocks.repository.ts';
import type { Database, Tx } from '../../platform/database/index.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import { createBlocks } from './blocks.service.ts';
import { createFollowLists } from './follow-lists.service.ts';
import { createFollows } from './follows.service.ts';
import { createHiding } from './hiding.service.ts';
import { relationsHandlers } from './relations.routes.ts';

export {
  areBlocked,
  blockedWith,
  findBlockedUserIds,
  listBlockedPeople,
  lockPair,
  lockPeople,
  readBlock,
} from './blocks.repository.ts';
export {
  followedAsOf,
  followedBy,
  forgetEndedFollows,
  isFollowing,
  type FollowChange,
} from './follows.repository.ts';
export { followActivity } from './follow-activity.repository.ts';
export { countActors, hasActor, isJoined, mayBeNamed, newestActors } from './joined-actors.repository.ts';
export { countFollowed, countFollowers } from './follow-lists.repository.ts';
export { hiddenFrom, isHiddenFrom, isHiding } from './hiding.repository.ts';
export { isStranger, isStrangerToAny } from './strangers.repository.ts';
export { blockEventsFor, type BlockChange } from './blocks.service.ts';
export { nameFor, relationSections } from './relations.personal.repository.ts';

/** Dependencies of the relations feature. */
export type RelationsOptions = { readonly database: Database; readonly logger: Logger };

/** Creates the feature. Other features subscribe to block changes on the result. */
export function createRelations({ database, logger }: RelationsOptions) {
  const blocks = createBlocks({ database, logger });
  const follows = createFollows({ database, logger });
  const followLists = createFollowLists(database);
  const hiding = createHiding(database);
  const { onChanging, onChanged } = blocks;
  return {
    handlers: relationsHandlers({ blocks, follows, followLists, hiding }),
    onBlockChanging: onChanging,
    onBlockChanged: onChanged,
    /** Called after a user followed or unfollowed another one. */
    onFollowChanged: follows.onChanged,
    /** Registers hooks for the transactions in which follows begin or end. */
    onFollowing: follows.onFollowing,
    /** Blocks a user within the transaction of another command, for example a report. */
    blockWithin: blocks.blockWithin,
    /** Hides a threatened user from strangers within the transaction of a report (MR-05). */
    hideWithin: hiding.hideWithin,
    onHidden: hiding.onHidden,
    /** Returns the usernames that a user follows, newest first (SV-12). */
    listFollowing: follows.list,
    /** Part of deleting an account, in its transaction (SV-13). */
    async deleteRelationsOf(tx: Tx, userId: number): Promise<void> {
      await blocks.forget(tx, userId);
      await follows.forget(tx, userId);
      await hiding.forget(tx, userId);
    },
  };
}

/** Public interface of the relations feature. */
export type Relations = ReturnType<typeof createRelations>;
