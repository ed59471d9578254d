import type { ActivityItem } from '@adda/contract/activity';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/index.ts';
import type { Client } from '../../test/client.ts';

type Reader = { readonly username: string; readonly token: string };

/** Calls of the activity for tests of the features that tell it. */
export function createToldItems({ client, database }: { client: Client; database: Database }) {
  const page = async (reader: Reader, filter?: string) =>
    (await client('GET /activity', { query: { ...(filter !== undefined && { filter }) } }, reader)).data;
  const withUser = (reader: Reader) => sql`(SELECT id FROM users WHERE username = ${reader.username})`;
  return {
    /** Returns the items of a user, the newest first; `filter` is `unread` or kinds. */
    items: async (reader: Reader, filter?: string): Promise<ActivityItem[]> =>
      (await page(reader, filter)).items,
    unread: async (reader: Reader): Promise<number> => (await page(reader)).unread_count,
    /** Reads everything; returns what is left. */
    async readAll(reader: Reader): Promise<number> {
      const { items } = await page(reader);
      const upTo = { body: { up_to: items[0]?.activity_id ?? '' } };
      return (await client('POST /activity/read', upTo, reader)).data.unread_count;
    },
    /** Makes a user's items, and the likes and follows that they join, older. */
    async age(reader: Reader, hours: number): Promise<void> {
      const by = sql`make_interval(hours => ${hours})`;
      await sql`
        UPDATE activity_items SET opened_at = opened_at - ${by}, happened_at = happened_at - ${by}
        WHERE user_id = ${withUser(reader)}`.execute(database.db);
      await sql`
        UPDATE post_likes SET created_at = post_likes.created_at - ${by} FROM posts
        WHERE posts.id = post_likes.post_id AND posts.author_id = ${withUser(reader)}`.execute(database.db);
      await sql`
        UPDATE follows SET created_at = created_at - ${by} WHERE followed_id = ${withUser(reader)}`.execute(
        database.db,
      );
    },
    suspend: ({ username }: Reader) =>
      sql`UPDATE users SET suspended_at = now() WHERE username = ${username}`.execute(database.db),
    /** Returns the number of stored rows, also of those that the user does not see. */
    async rows(reader: Reader): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        SELECT count(*)::integer AS count FROM activity_items WHERE user_id = ${withUser(reader)}`.execute(
        database.db,
      );
      return rows[0]?.count ?? 0;
    },
  };
}

/** Returns the usernames of an item's actors and their number. */
export const actorsOf = (item: ActivityItem | undefined): [string[], number | undefined] => [
  (item?.actors ?? []).map(({ username }) => username),
  item?.actor_count,
];
