import type { SearchAttachment } from '@adda/contract/search';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { eventually, startChats, type Person } from '../direct/direct.fixture.ts';

/** Filters of a search, as clients send them. */
type Filters = {
  q?: string;
  group_id?: string;
  recipient?: string;
  from?: string;
  has?: SearchAttachment;
  before?: string;
  after?: string;
  cursor?: string;
};

/** Starts the application of the file with its searches, and a room with two guests and a client of its creator. */
export async function startSearch() {
  const chats = await startChats();
  const { client, database } = chats;

  /** Waits until all messages have their words, right after they were sent. */
  const whenWorded = () =>
    eventually(async () => {
      const { rows } = await sql`SELECT FROM unworded_messages`.execute(database.db);
      expect(rows).toHaveLength(0);
    });

  async function search(someone: Person, filters: Filters) {
    await whenWorded();
    return client('GET /search/messages', { query: filters }, someone);
  }

  async function everything(someone: Person, q: string) {
    await whenWorded();
    return client('GET /search', { query: { q } }, someone);
  }

  /** Returns the contents that a search finds, each with its highlighted parts. */
  async function found(someone: Person, filters: Filters) {
    const { data } = await search(someone, filters);
    return data.results.map(({ message: { content }, highlights }) =>
      [content].concat(highlights.map(([start, end]) => content.slice(start, end))),
    );
  }

  async function startRoom() {
    const { creator, groupId, others } = await chats.roomOf(2);
    const [bob = creator, eve = creator] = others;
    return { creator, groupId, bob, eve, room: await chats.connect(creator, groupId) };
  }
  return { ...chats, whenWorded, search, everything, found, startRoom };
}
