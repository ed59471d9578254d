import type { ActivityItem, ActivityKind } from '@adda/contract/activity';
import type { Database } from '../../platform/database/index.ts';
import type { ActivityReader } from './activity-reader.service.ts';
import { listCandidates } from './activity.repository.ts';
import type { StoredActivity } from './activity.types.ts';

/** Stored items that are read at once, and at most: some may be invisible. */
const READ_AT_ONCE = 60;
const READ_MAX = 1000;

/** What is asked for: kinds, the time since which, and how many items at most. */
type MissedQuery = {
  readonly kinds: ReadonlySet<ActivityKind>;
  readonly since: Date;
  readonly limit: number;
};

/** Creates the list of what users missed, for mails (NT-05). */
export function createMissedActivity(
  { db }: Pick<Database, 'db'>,
  reader: Pick<ActivityReader, 'itemsOf' | 'announcementsFor' | 'countUnseen'>,
) {
  /** Returns the newest unread stored items that the user sees. */
  async function listNewest(userId: number, { kinds, since, limit }: MissedQuery): Promise<ActivityItem[]> {
    const query = { userId, kinds: [...kinds], isUnread: true, since, limit: READ_AT_ONCE };
    const items: ActivityItem[] = [];
    let after: StoredActivity | undefined;
    for (let read = 0; read < READ_MAX && items.length < limit; read += READ_AT_ONCE) {
      const stored = await listCandidates(db, { ...query, after });
      items.push(...(await reader.itemsOf(userId, stored)).filter((item) => !item.is_read));
      if (stored.length < READ_AT_ONCE) break;
      after = stored.at(-1);
    }
    return items;
  }

  return {
    /**
     * Returns what happened to the user since a time and is not read, of these kinds, as far as they see it: the newest items and
     * the number of all (NT-05).
     */
    async listMissed(
      userId: number,
      query: MissedQuery,
    ): Promise<{ readonly items: readonly ActivityItem[]; readonly count: number }> {
      const { kinds, since, limit } = query;
      const shown = kinds.has('announcement') ? await reader.announcementsFor(userId) : [];
      const announced = shown.filter((item) => !item.is_read && new Date(item.created_at) > since);
      const items = [...announced, ...(await listNewest(userId, query))].toSorted((one, other) =>
        one.created_at < other.created_at ? 1 : -1,
      );
      const count = announced.length + (await reader.countUnseen(userId, kinds, since));
      return { items: items.slice(0, limit), count };
    },
  };
}
