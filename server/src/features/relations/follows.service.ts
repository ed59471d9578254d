import type { Database, Tx } from '../../platform/database/index.ts';
import { appError } from '../../platform/errors.ts';
import type { Actor } from '../../platform/http/handler.ts';
import { findPerson, lockPair, lockPeople, readBlock } from './blocks.repository.ts';
import { deleteFollow, deleteFollowsOf, insertFollow, listFollowing } from './follows.repository.ts';

/** Names of one answer; who follows more sees the newest of them. */
const NAMES_MAX = 5000;

/** Who follows whom. */
export type Follows = ReturnType<typeof createFollows>;

/** Makes the commands of following. Each answers whom the caller follows now, the newest first (SV-67). */
export function createFollows(database: Database) {
  async function otherThan(actor: Actor, username: string) {
    const person = await findPerson(database.db, username);
    if (!person) throw appError('user_not_found');
    if (person.userId === actor.userId) throw appError('cannot_follow_self');
    return person;
  }

  return {
    /**
     * Throws `cannot_follow_self`, `already_following` or `user_not_found` (also for somebody suspended), and
     * `cannot_follow` between two who are blocked, either way (RP-20).
     */
    async follow(actor: Actor, username: string): Promise<string[]> {
      const { userId: followedId, isSuspended } = await otherThan(actor, username);
      if (isSuspended) throw appError('user_not_found');
      return database.transaction(async (tx) => {
        await lockPair(tx, actor.userId, followedId);
        if (!(await lockPeople(tx, [actor.userId, followedId]))) throw appError('user_not_found');
        const { isBlocked } = await readBlock(tx, actor.userId, followedId);
        if (isBlocked) throw appError('cannot_follow');
        if (!(await insertFollow(tx, actor.userId, followedId))) throw appError('already_following');
        return listFollowing(tx, actor.userId, NAMES_MAX);
      });
    },

    /** Throws `cannot_follow_self`, `not_following` or `user_not_found`. */
    async unfollow(actor: Actor, username: string): Promise<string[]> {
      const { userId: followedId } = await otherThan(actor, username);
      return database.transaction(async (tx) => {
        if (!(await deleteFollow(tx, actor.userId, followedId))) throw appError('not_following');
        return listFollowing(tx, actor.userId, NAMES_MAX);
      });
    },

    /** Names of those whom somebody follows, the newest first; at most 5,000. */
    list: (userId: number): Promise<string[]> => listFollowing(database.db, userId, NAMES_MAX),

    /** Takes away whom a person follows and who follows them, before the account is gone (SV-13). */
    forget: (tx: Tx, userId: number): Promise<void> => deleteFollowsOf(tx, userId),
  };
}
