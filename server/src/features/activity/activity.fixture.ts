import type { ActivityItem } from '@adda/contract/activity';
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { startLists } from '../direct/lists.fixture.ts';
import type { Person } from '../direct/direct.fixture.ts';

/** Starts the application of the file with requests for the activity. */
export async function startActivity() {
  const lists = await startLists();
  const { client, database, idOf } = lists;
  await sql`DELETE FROM announcements`.execute(database.db);

  const page = async (someone: Person, query: { filter?: string; cursor?: string } = {}) =>
    (await client('GET /activity', { query }, someone)).data;

  return {
    ...lists,
    page,
    items: async (someone: Person, filter?: string): Promise<ActivityItem[]> =>
      (await page(someone, filter === undefined ? {} : { filter })).items,
    /** Returns the texts of a user's items, with a star for unread ones. */
    texts: async (someone: Person, filter?: string): Promise<string[]> =>
      (await page(someone, filter === undefined ? {} : { filter })).items.map(
        (item) => `${item.excerpt}${item.is_read ? '' : '*'}`,
      ),
    readTo: (someone: Person, upTo: string) =>
      client('POST /activity/read', { body: { up_to: upTo } }, someone),
    switchKinds: async (someone: Person, notifications: object) =>
      expect((await client('PATCH /users/settings', { body: { notifications } }, someone)).status).toBe(200),

    /** Stores notifications of a user with these texts and their items, the first one oldest, in the past. */
    async seed(someone: Person, texts: readonly string[]): Promise<void> {
      const userId = await idOf(someone);
      for (const [place, text] of texts.entries()) {
        const id = randomBytes(12).toString('hex');
        const at = new Date(Date.now() - 3_600_000 + 1000 * place);
        await sql`
          INSERT INTO notifications (id, user_id, kind, text) VALUES (${id}, ${userId}, 'warning', ${text})`.execute(
          database.db,
        );
        await sql`
          INSERT INTO activity_items (id, user_id, kind, subject_type, subject_id, happened_at)
          VALUES (${randomBytes(12).toString('hex')}, ${userId}, 'moderation', 'report', ${id}, ${at})`.execute(
          database.db,
        );
      }
    },

    /** Invites a user personally to a new room of another one whom they know; returns the id of the room. */
    async invite(by: Person, whom: Person): Promise<string> {
      await lists.makeKnown(by, whom);
      const groupId = await lists.open(by);
      const { status } = await client(
        'POST /groupchat/groups/:id/invites',
        { params: { id: groupId }, body: { username: whom.username } },
        by,
      );
      expect(status).toBeLessThan(300);
      return groupId;
    },
  };
}
