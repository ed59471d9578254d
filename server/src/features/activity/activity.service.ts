import {
  ACTIVITY_PAGE,
  activityKind,
  type ActivityItem,
  type ActivityKind,
  type ActivityQuery,
} from '@adda/contract/activity';
import { afterCommit, type Database } from '../../platform/database/index.ts';
import { appError } from '../../platform/errors.ts';
import type { ActivityMark } from './activity-marks.codec.ts';
import type { ActivityReader } from './activity-reader.service.ts';
import { findItems, listCandidates, readUpTo, type ActivityPosition } from './activity.repository.ts';

/** Items that are read at once; some of them may be invisible. */
const READ_AT_ONCE = 2 * ACTIVITY_PAGE;

/** Reads for one page. With more invisible items in a row the page is shorter, and the next one continues there. */
const READS_MAX = 20;

type Deps = {
  readonly database: Database;
  readonly reader: ActivityReader;
  readonly send: (marks: readonly ActivityMark[]) => void;
};

type ActivityPage = {
  readonly items: ActivityItem[];
  readonly unread_count: number;
  readonly next_cursor: string | null;
};

/** Which items a page is of. */
type Wanted = {
  readonly kinds: ReadonlySet<ActivityKind>;
  readonly isUnread: boolean;
  readonly after: ActivityPosition | undefined;
};

/** What happened to users, in one list (NT-01). */
export type ActivityService = ReturnType<typeof createActivityService>;

/** Creates the list and the command that marks it as read. */
export function createActivityService({ database, reader, send }: Deps) {
  const { db } = database;

  /** Reads stored items until there are more than fit on a page; `end` is where reading ended early, if it did. */
  async function readStored(userId: number, { kinds, isUnread, after }: Wanted) {
    const items: ActivityItem[] = [];
    let end = after;
    for (let reads = 0; reads < READS_MAX; reads += 1) {
      const query = { userId, kinds: [...kinds], isUnread, after: end, limit: READ_AT_ONCE };
      const stored = await listCandidates(db, query);
      const visible = await reader.itemsOf(userId, stored);
      items.push(...visible.filter((item) => !isUnread || !item.is_read));
      if (stored.length < READ_AT_ONCE) return { items, end: undefined };
      end = stored.at(-1);
      if (items.length > ACTIVITY_PAGE) break;
    }
    return { items, end };
  }

  async function readAnnouncements(userId: number, { kinds, isUnread, after }: Wanted) {
    const items = kinds.has('announcement') ? await reader.announcementsFor(userId) : [];
    return items.filter((item) => (!isUnread || !item.is_read) && (!after || isOlder(item, after)));
  }

  /** Returns where an item of the user, or an announcement of now, is in the list. */
  async function findPosition(userId: number, id: string): Promise<ActivityPosition | undefined> {
    const [stored] = await findItems(db, userId, [id]);
    if (stored) return stored;
    const item = (await reader.announcementsFor(userId)).find(({ activity_id: other }) => other === id);
    return item && positionOf(item);
  }

  return {
    /** Returns one page. Throws `invalid_parameters` for an unreadable cursor or filter. */
    async list(userId: number, { cursor, filter }: ActivityQuery): Promise<ActivityPage> {
      const after = cursor === undefined ? undefined : readCursor(cursor);
      const chosen = readFilter(filter);
      if ((cursor !== undefined && !after) || !chosen) throw appError('invalid_parameters');
      const shown = await reader.kindsFor(userId);
      const wanted = { ...chosen, kinds: chosen.kinds.intersection(shown), after };
      const { items: stored, end } = await readStored(userId, wanted);
      const announced = await readAnnouncements(userId, wanted);
      const items = [...stored, ...announced.filter((item) => !end || !isOlder(item, end))].toSorted(
        (one, other) => (isOlder(one, positionOf(other)) ? 1 : -1),
      );
      const page = items.slice(0, ACTIVITY_PAGE);
      const last = page.at(-1);
      const next = items.length > page.length && last ? positionOf(last) : end;
      return {
        items: page,
        unread_count: await reader.countUnread(userId, shown),
        next_cursor: next ? writeCursor(next) : null,
      };
    },

    /** Marks an item and everything older as read (NT-02). Throws `activity_not_found`, also for another user's item. */
    async read(userId: number, upTo: string): Promise<{ readonly unread_count: number }> {
      const position = await findPosition(userId, upTo);
      if (!position) throw appError('activity_not_found');
      await database.transaction(async (tx) => {
        await readUpTo(tx, userId, position);
        afterCommit(tx, () => send([{ userId, itemId: upTo, how: 'read' }]));
      });
      return { unread_count: await reader.countUnread(userId, await reader.kindsFor(userId)) };
    },
  };
}

const positionOf = (item: ActivityItem): ActivityPosition => ({
  happenedAt: new Date(item.created_at),
  id: item.activity_id,
});

function isOlder(item: ActivityItem, { happenedAt, id }: ActivityPosition): boolean {
  const difference = Date.parse(item.created_at) - happenedAt.getTime();
  return difference < 0 || (difference === 0 && item.activity_id < id);
}

/** Parses a filter: `unread`, or kinds separated by commas; undefined for anything else. */
function readFilter(
  filter: string | undefined,
): { readonly kinds: ReadonlySet<ActivityKind>; readonly isUnread: boolean } | undefined {
  const isUnread = filter === 'unread';
  if (filter === undefined || isUnread) return { kinds: new Set(activityKind.options), isUnread };
  const kinds = filter.split(',').map((name) => activityKind.options.find((kind) => kind === name));
  return kinds.includes(undefined)
    ? undefined
    : { kinds: new Set(kinds.filter((kind) => kind !== undefined)), isUnread };
}

/** Nine digits end before the year 9999: later times are not valid in SQL. */
const CURSOR = /^([0-9a-z]{1,9})\.([0-9a-f]{24})$/;

/** Returns the opaque text of a cursor. It needs no URL escaping. */
const writeCursor = ({ happenedAt, id }: ActivityPosition): string =>
  `${happenedAt.getTime().toString(36)}.${id}`;

/** Parses a cursor; undefined for any other text. */
function readCursor(text: string): ActivityPosition | undefined {
  const [, time, id] = CURSOR.exec(text) ?? [];
  return time === undefined || id === undefined
    ? undefined
    : { happenedAt: new Date(Number.parseInt(time, 36)), id };
}
