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

/** Two people between whom a block was made or taken back; `areBlocked` is how it is now, either way. */
export type BlockChange = {
  readonly blockerId: number;
  readonly blockedId: number;
  /** Names of the two, as they are now. */
  readonly blockerName: string;
  readonly blockedName: string;
  readonly areBlocked: boolean;
};

type Person = { readonly userId: number; readonly username: string };

/** Whether a block was stored, and what it changed between the two. */
type BlockOutcome = { readonly isNew: boolean; readonly changed: BlockChange | undefined };

/** What each of two people is told of a change: about whom, and how it is now; not who did it (SV-52). */
export function noticesOf({ blockerId, blockedId, blockerName, blockedName, areBlocked }: BlockChange) {
  return [
    { userId: blockerId, notice: { username: blockedName, is_blocked: areBlocked } },
    { userId: blockedId, notice: { username: blockerName, is_blocked: areBlocked } },
  ];
}

/** Joins the command inside its transaction, for what must hold from the commit on; throwing undoes the command. */
export type BlockHook = (tx: Tx, change: BlockChange) => Promise<void> | void;

type Deps = { readonly database: Database; readonly logger: Logger };

/** Blocks between people. */
export type Blocks = ReturnType<typeof createBlocks>;

async function personOf(db: Queryable, username: string): Promise<Person> {
  const person = await findPerson(db, username);
  if (!person) throw appError('user_not_found');
  return person;
}

/** Makes the commands of blocks. */
export function createBlocks({ database, logger }: Deps) {
  const hooks: BlockHook[] = [];
  const listeners: ((change: BlockChange) => void)[] = [];

  const tell = (changed: BlockChange): void => {
    for (const listener of listeners) listener(changed);
  };

  /** Only of what is different between the two now: a block in the other direction leaves it as it was. */
  async function change(tx: Tx, blocker: Person, blocked: Person, areBlocked: boolean): Promise<BlockChange> {
    const changed: BlockChange = {
      blockerId: blocker.userId,
      blockedId: blocked.userId,
      blockerName: blocker.username,
      blockedName: blocked.username,
      areBlocked,
    };
    for (const hook of hooks) await hook(tx, changed);
    afterCommit(tx, () => tell(changed));
    return changed;
  }

  /**
   * The lock of a command is free as soon as it is committed, so that a later change may be told before it. Whoever told
   * what is over by now tells how it is, while nobody changes it: the last that is heard is right.
   */
  async function correct(told: BlockChange | undefined): Promise<void> {
    if (!told) return;
    const { blockerId, blockedId } = told;
    try {
      await database.transaction(async (tx) => {
        await lockPair(tx, blockerId, blockedId);
        const { isBlocked: areBlocked } = await readBlock(tx, blockerId, blockedId);
        if (areBlocked !== told.areBlocked) tell({ ...told, areBlocked });
      });
    } catch (error) {
      logger.error({ err: error }, 'whether a block was told in time is not known');
    }
  }

  /** In a transaction that has taken no other lock; `undefined` where the two were blocked before. */
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
    /** Joins the transaction of each change; to be called at the start, in the order of locks. */
    onChanging: (hook: BlockHook) => void hooks.push(hook),
    /** Told of each change once it is committed; must not throw. */
    onChanged: (listener: (change: BlockChange) => void) => void listeners.push(listener),

    /**
     * Neither follows the other from then on (RP-20). Throws `cannot_block_self`, `already_blocked` or `user_not_found`
     * (SV-52).
     */
    async block(actor: Actor, username: string): Promise<void> {
      const blocked = await personOf(database.db, username);
      if (blocked.userId === actor.userId) throw appError('cannot_block_self');
      const changed = await database.transaction(async (tx) => {
        const outcome = await blockIn(tx, actor, blocked);
        if (!outcome.isNew) throw appError('already_blocked');
        return outcome.changed;
      });
      await correct(changed);
    },

    /**
     * Blocks as a part of another command, whose transaction has taken no other lock yet; who is blocked already stays
     * so. What it answers is to be called once that is committed. Throws `user_not_found`.
     */
    async blockWithin(tx: Tx, blocker: Person, blocked: Person): Promise<() => Promise<void>> {
      const { changed } = await blockIn(tx, blocker, blocked);
      return () => correct(changed);
    },

    /** Throws `not_blocked` or `user_not_found` (SV-52). */
    async unblock(actor: Actor, username: string): Promise<void> {
      const blocked = await personOf(database.db, username);
      const changed = await database.transaction(async (tx) => {
        await lockPair(tx, actor.userId, blocked.userId);
        if (!(await deleteBlock(tx, actor.userId, blocked.userId))) throw appError('not_blocked');
        const { isBlocked: areBlocked } = await readBlock(tx, actor.userId, blocked.userId);
        return areBlocked ? undefined : change(tx, actor, blocked, false);
      });
      await correct(changed);
    },

    /** Throws `user_not_found` (SV-53). */
    async check(actor: Actor, username: string): Promise<BlockCheck> {
      const { userId } = await personOf(database.db, username);
      const { isBlocked, byViewer } = await readBlock(database.db, actor.userId, userId);
      return { is_blocked: isBlocked, blocked_by_me: byViewer };
    },

    /** Takes away all blocks of a person, both ways, before the account is gone (SV-13). */
    forget: (tx: Tx, userId: number): Promise<void> => deleteBlocksOf(tx, userId),

    list: (actor: Actor): Promise<string[]> => listBlocked(database.db, actor.userId),
  };
}
