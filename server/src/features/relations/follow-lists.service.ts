import { FOLLOWS_PAGE, type FollowRow } from '@adda/contract/relations';
import type { Database } from '../../platform/database/index.ts';
import { appError } from '../../platform/errors.ts';
import {
  findListOwner,
  listFollows,
  type FollowList,
  type FollowPlace,
  type ListedRow,
} from './follow-lists.repository.ts';

/** The text of a cursor: a time in milliseconds and a user id, both in base 36. */
const CURSOR = /^([0-9a-z]{1,9})\.([0-9a-z]{1,11})$/;

const writeCursor = ({ created_at: createdAt, user_id: userId }: ListedRow): string =>
  `${createdAt.getTime().toString(36)}.${userId.toString(36)}`;

/** Throws `invalid_parameters` for a text that is no cursor. */
function readCursor(text: string): FollowPlace {
  const [, time = '', id = ''] = CURSOR.exec(text) ?? [];
  const [createdAt, userId] = [new Date(Number.parseInt(time, 36)), Number.parseInt(id, 36)];
  if (Number.isNaN(createdAt.getTime()) || !Number.isSafeInteger(userId))
    throw appError('invalid_parameters');
  return { createdAt, userId };
}

type Page = { readonly username: string; readonly cursor?: string | undefined };

/** The lists of followers and of followed users. */
export type FollowLists = ReturnType<typeof createFollowLists>;

/** Creates the queries of the lists. */
export function createFollowLists({ db }: Database) {
  return {
    /**
     * Returns a page of a user's list, the newest follow first (HM-15). A page continues after the last follow of the one
     * before, so follows that begin or end meanwhile neither repeat nor skip anybody. Throws `user_not_found`, also for a list
     * that its owner hides, and `invalid_parameters`.
     */
    async read(viewerId: number, list: FollowList, { username, cursor }: Page) {
      const after = cursor === undefined ? undefined : readCursor(cursor);
      const ownerId = await findListOwner(db, viewerId, { list, username });
      if (ownerId === undefined) throw appError('user_not_found');
      const rows = await listFollows(db, { viewerId, list, ownerId, after, limit: FOLLOWS_PAGE + 1 });
      const shown = rows.slice(0, FOLLOWS_PAGE);
      const last = rows.length > shown.length ? shown.at(-1) : undefined;
      const people = shown.map(({ user_id: _id, created_at: _since, ...person }): FollowRow => person);
      return { people, next_cursor: last ? writeCursor(last) : null };
    },
  };
}
