/**
 * Who has blocked whom. Owns the one condition of what two people may see of each other: `areBlocked` in SQL for
 * queries, `readBlock` for one pair. Whoever has to act on a block joins its transaction or listens.
 */
import type { Database } from '../../platform/database/index.ts';
import { createBlocks } from './blocks.service.ts';
import { relationsHandlers } from './relations.routes.ts';

export { areBlocked, findShunned, listBlockedPeople, lockPair, readBlock } from './blocks.repository.ts';
export { noticesOf } from './blocks.service.ts';
export type { BlockChange } from './blocks.service.ts';

/** Makes the feature. */
export function createRelations({ database }: { readonly database: Database }) {
  const blocks = createBlocks(database);
  const { onChanging, onChanged, forget } = blocks;
  return {
    handlers: relationsHandlers(blocks),
    onBlockChanging: onChanging,
    onBlockChanged: onChanged,
    /** To be called before an account is gone, in its transaction (SV-13). */
    forgetPerson: forget,
  };
}

/** The face of relations. */
export type Relations = ReturnType<typeof createRelations>;
