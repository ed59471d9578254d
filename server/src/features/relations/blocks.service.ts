import type { BlockCheck } from '@adda/contract/relations';
import { afterCommit, type Database, type Queryable, type Tx } from '../../platform/database/index.ts';
import { appError } from '../../platform/errors.ts';
import type { Actor } from '../../platform/http/handler.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import {
  deleteBlock,
  deleteBlocksOf,
  findPerson,
  insertBlock,
  listBlocked,
  lockPair,
  lockPeople,
  readBlock,
} from './blocks.repository.ts';
import { deleteFollowsBetween } from './follows.repository.ts';

/** A block that was created or removed; `areBlocked` is the resulting state of the pair, in either direction. */
export type BlockChange = {
  readonly blockerId: number;
  readonly blockedId: number;
  /** Current usernames. */
  readonly blockerName: string;
  readonly blockedName: string;
  readonly areBlocked: boolean;
};

type Person = { readonly userId: number; readonly username: string };

/** Whether a block was inserted, and the resulting change of the pair, if any. */
type BlockOutcome = { readonly isNew: boolean; readonly changed: BlockChange | undefined };

/** Returns the event for each of the two users: the other user and the new state, but not who caused it (SV-52). */
export function blockEventsFor({ blockerId, blockedId, blockerName, blockedName, areBlocked }: BlockChange) {
  return [
    { userId: blockerId, notice: { username: blockedName, is_blocked: areBlocked } },
    { userId: blockedId, notice: { username: blockerName, is_blocked: areBlocked } },
  ];
}

/**
 * Runs inside the transaction of the command, for effects that must be atomic with it. Throwing rolls the command back.
 */
export type BlockHook = (tx: Tx, change: BlockChange) => Promise<void> | void;

type Deps = { readonly database: Database; readonly logger: Logger };

export type Blocks = ReturnType<typeof createBlocks>;

async function requirePerson(db: Queryable, username: string): Promise<Person> {
  const person = await findPerson(db, username);
  if (!person) throw appError('user_not_found');
  return person;
}

/** Creates the commands of blocks. */
export function createBlocks({ database, logger }: Deps) {
  const hooks: BlockHook[] = [];
  const listeners: ((change: BlockChange) => void)[] = [];

  const publish = (changed: BlockChange): void => {
    for (const listener of listeners) listener(changed);
  };

  /** Called only if the state of the pair changed; a block in the other direction leaves it unchanged. */
  async function change(tx: Tx, blocker: Person, blocked: Person, areBlocked: boolean): Promise<BlockChange> {
    const changed: BlockChange = {
      blockerId: blocker.userId,
      blockedId: blocked.userId,
      blockerName: blocker.username,
      blockedName: blocked.username,
      areBlocked,
    };
    for (const hook of hooks) await hook(tx, changed);
    afterCommit(tx, () => publish(changed));
    return changed;
  }

  /**
   * The lock is released at the commit, so a later change may be published before this one. If the published state is
   * outdated, the current state is published again under the lock, so that the last event is always publishIfOutdated.
   */
  async function publishIfOutdated(published: BlockChange | undefined): Promise<void> {
    if (!published) return;
    const { blockerId, blockedId } = published;
    try {
      await database.transaction(async (tx) => {
        await lockPair(tx, blockerId, blockedId);
        const { isBlocked: areBlocked } = await readBlock(tx, blockerId, blockedId);
        if (areBlocked !== published.areBlocked) publish({ ...published, areBlocked });
      });
    } catch (error) {
      logger.error({ err: error }, 'whether a block was told in time is not known');
    }
  }

  /** Requires a transaction without other locks. `changed` is undefined if the two were already blocked. */
  async function blockIn(tx: Tx, blocker: Person, blocked: Person): Promise<BlockOutcome> {
    await lockPair(tx, blocker.userId, blocked.userId);
    if (!(await lockPeople(tx, [blocker.userId, blocked.userId]))) throw appError('user_not_found');
    const { isBlocked: wereBlocked } = await readBlock(tx, blocker.userId, blocked.userId);
    const isNew = await insertBlock(tx, blocker.userId, blocked.userId);
    if (!isNew || wereBlocked) return { isNew, changed: undefined };
    const changed = await change(tx, blocker, blocked, true);
    await deleteFollowsBetween(tx, blocker.userId, blocked.userId);
    return { isNew, changed };
  }

  return {
    /** Registers a hook for the transaction of each change. Call at startup, in lock order. */
    onChanging: (hook: BlockHook) => void hooks.push(hook),
    /** Subscribes to changes after their commit; the listener must not throw. */
    onChanged: (listener: (change: BlockChange) => void) => void listeners.push(listener),

    /**
     * Blocks a user and removes the follows between the two (RP-20). Throws `cannot_block_self`, `already_blocked` or
     * `user_not_found` (SV-52).
     */
    async block(actor: Actor, username: string): Promise<void> {
      const blocked = await requirePerson(database.db, username);
      if (blocked.userId === actor.userId) throw appError('cannot_block_self');
      const changed = await database.transaction(async (tx) => {
        const outcome = await blockIn(tx, actor, blocked);
        if (!outcome.isNew) throw appError('already_blocked');
        return outcome.changed;
      });
      await publishIfOutdated(changed);
    },

    /**
     * Blocks a user within the transaction of another command, which must hold no other lock yet; an existing block
     * stays. Call the returned function after the commit. Throws `user_not_found`.
     */
    async blockWithin(tx: Tx, blocker: Person, blocked: Person): Promise<() => Promise<void>> {
      const { changed } = await blockIn(tx, blocker, blocked);
      return () => publishIfOutdated(changed);
    },

    /** Removes a block. Throws `not_blocked` or `user_not_found` (SV-52). */
    async unblock(actor: Actor, username: string): Promise<void> {
      const blocked = await requirePerson(database.db, username);
      const changed = await database.transaction(async (tx) => {
        await lockPair(tx, actor.userId, blocked.userId);
        if (!(await deleteBlock(tx, actor.userId, blocked.userId))) throw appError('not_blocked');
        const { isBlocked: areBlocked } = await readBlock(tx, actor.userId, blocked.userId);
        return areBlocked ? undefined : change(tx, actor, blocked, false);
      });
      await publishIfOutdated(changed);
    },

    /** Returns the state of the pair. Throws `user_not_found` (SV-53). */
    async check(actor: Actor, username: string): Promise<BlockCheck> {
      const { userId } = await requirePerson(database.db, username);
      const { isBlocked, byViewer } = await readBlock(database.db, actor.userId, userId);
      return { is_blocked: isBlocked, blocked_by_me: byViewer };
    },

    /** Deletes all blocks by and of a user, as part of deleting the account (SV-13). */
    forget: (tx: Tx, userId: number): Promise<void> => deleteBlocksOf(tx, userId),

    list: (actor: Actor): Promise<string[]> => listBlocked(database.db, actor.userId),
  };
}
