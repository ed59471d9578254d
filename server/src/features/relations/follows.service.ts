import { afterCommit, type Database, type Tx } from '../../platform/database/index.ts';
import { appError } from '../../platform/errors.ts';
import type { Logger } from '../../platform/logging/logger.ts';
import type { Actor } from '../../platform/http/handler.ts';
import { findPerson, lockPair, lockPeople, readBlock } from './blocks.repository.ts';
import {
  deleteFollow,
  deleteFollowsOf,
  insertFollow,
  listFollowing,
  type FollowChange,
} from './follows.repository.ts';

/** Maximum number of names per response; the newest ones are returned. */
const NAMES_MAX = 5000;

export type Follows = ReturnType<typeof createFollows>;

/** Runs in the transaction in which a user follows, unfollows, or leaves with their account. Throwing rolls it back. */
export type FollowHooks = {
  readonly begun: (tx: Tx, follow: FollowChange) => Promise<void>;
  readonly ended: (tx: Tx, follows: readonly FollowChange[]) => Promise<void>;
};

type Deps = { readonly database: Database; readonly logger: Logger };

/** Creates the commands of follows. Each returns the usernames the caller now follows, newest first (SV-67). */
export function createFollows({ database, logger }: Deps) {
  const listeners: ((change: FollowChange) => Promise<void> | void)[] = [];
  const hooks: FollowHooks[] = [];

  async function noteEnded(tx: Tx, ended: readonly FollowChange[]): Promise<void> {
    if (ended.length > 0) for (const hook of hooks) await hook.ended(tx, ended);
  }

  /** Tells the listeners after the commit; a failure of theirs does not undo the follow. */
  function announce(tx: Tx, change: FollowChange): void {
    afterCommit(tx, () => {
      for (const listener of listeners)
        Promise.resolve(listener(change)).catch((error: unknown) =>
          logger.error({ err: error }, 'a follow could not be announced'),
        );
    });
  }

  async function requireOther(actor: Actor, username: string) {
    const person = await findPerson(database.db, username);
    if (!person) throw appError('user_not_found');
    if (person.userId === actor.userId) throw appError('cannot_follow_self');
    return person;
  }

  return {
    /**
     * Follows a user. Throws `cannot_follow_self`, `already_following` or `user_not_found` (also for a suspended user),
     * and `cannot_follow` if a block exists in either direction (RP-20).
     */
    async follow(actor: Actor, username: string): Promise<string[]> {
      const { userId: followedId, isSuspended } = await requireOther(actor, username);
      if (isSuspended) throw appError('user_not_found');
      return database.transaction(async (tx) => {
        await lockPair(tx, actor.userId, followedId);
        if (!(await lockPeople(tx, [actor.userId, followedId]))) throw appError('user_not_found');
        const { isBlocked } = await readBlock(tx, actor.userId, followedId);
        if (isBlocked) throw appError('cannot_follow');
        if (!(await insertFollow(tx, actor.userId, followedId))) throw appError('already_following');
        for (const hook of hooks) await hook.begun(tx, { followerId: actor.userId, followedId });
        announce(tx, { followerId: actor.userId, followedId });
        return listFollowing(tx, actor.userId, NAMES_MAX);
      });
    },

    /** Unfollows a user. Throws `cannot_follow_self`, `not_following` or `user_not_found`. */
    async unfollow(actor: Actor, username: string): Promise<string[]> {
      const { userId: followedId } = await requireOther(actor, username);
      return database.transaction(async (tx) => {
        if (!(await deleteFollow(tx, actor.userId, followedId))) throw appError('not_following');
        await noteEnded(tx, [{ followerId: actor.userId, followedId }]);
        announce(tx, { followerId: actor.userId, followedId });
        return listFollowing(tx, actor.userId, NAMES_MAX);
      });
    },

    onChanged: (listener: (typeof listeners)[number]): void => void listeners.push(listener),

    onFollowing: (hook: FollowHooks): void => void hooks.push(hook),

    /** Returns the usernames that a user follows, newest first; at most 5,000. */
    list: (userId: number): Promise<string[]> => listFollowing(database.db, userId, NAMES_MAX),

    /** Deletes all follows by and of a user, as part of deleting the account (SV-13). */
    forget: async (tx: Tx, userId: number): Promise<void> => noteEnded(tx, await deleteFollowsOf(tx, userId)),
  };
}
