/**
 * Who has blocked whom, and who follows whom. Owns the one condition of what two people may see of each other:
 * `areBlocked` in SQL for queries, `readBlock` for one pair. Whoever has to act on a block joins its transaction or
 * listens.
 */
import './relations.tables.ts';
import type { Database, Tx } from '../../platform/database/index.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import { createBlocks } from './blocks.service.ts';
import { createFollows } from './follows.service.ts';
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
export { followedAsOf, forgetEndedFollows } from './followed-as-of.repository.ts';
export { isFollowing } from './follows.repository.ts';
export { noticesOf } from './blocks.service.ts';
export type { BlockChange } from './blocks.service.ts';
export { nameFor, relationSections } from './relations.personal.repository.ts';

/** What relations need of the rest. */
export type RelationsOptions = { readonly database: Database; readonly logger: Logger };

/** Makes the feature. */
export function createRelations({ database, logger }: RelationsOptions) {
  const blocks = createBlocks({ database, logger });
  const follows = createFollows(database);
  const { onChanging, onChanged } = blocks;
  return {
    handlers: relationsHandlers({ blocks, follows }),
    onBlockChanging: onChanging,
    onBlockChanged: onChanged,
    /** Blocks somebody as a part of another command, such as a report. */
    blockWithin: blocks.blockWithin,
    /** Names of those whom somebody follows, the newest first (SV-12). */
    listFollowing: follows.list,
    /** To be called before an account is gone, in its transaction (SV-13). */
    async forgetPerson(tx: Tx, userId: number): Promise<void> {
      await blocks.forget(tx, userId);
      await follows.forget(tx, userId);
    },
  };
}

/** The face of relations. */
export type Relations = ReturnType<typeof createRelations>;
