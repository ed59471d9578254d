import { sql } from 'kysely';
import { startChats, type ChatClient, type Person } from './direct.fixture.ts';

/** Starts the application with users who write to each other, and requests for their lists. */
export async function startLists() {
  const chats = await startChats();
  const { client, database } = chats;
  const shells = new Map<string, ChatClient>();

  /** Sends a message to a user whom the sender knows, over a shell that is kept for the test; returns the id. */
  async function say(from: Person, to: Person, content = 'hello'): Promise<string> {
    await chats.makeKnown(from, to);
    const shell = shells.get(from.token) ?? (await chats.connectShell(from));
    shells.set(from.token, shell);
    const id = await shell.say(content, { recipient: to.username });
    // Once more, so that they stay known when a block or the end of an account ends the follows.
    await chats.makeKnown(from, to);
    return id;
  }

  const lists = {
    say,
    conversations: (someone: Person, query: Record<string, string> = {}) =>
      client('GET /messages/conversations', { query }, someone),
    unread: async (someone: Person) => (await client('GET /chat/unread', {}, someone)).data,
    markRead: (someone: Person, sender?: Person) =>
      client('POST /chat/mark_read', { body: sender ? { sender: sender.username } : {} }, someone),
    switchAvailability: (someone: Person, isAvailable: boolean) =>
      client('PATCH /users/availability', { body: { is_available: isAvailable } }, someone),
    statusOf: (someone: Person, { username }: Pick<Person, 'username'>) =>
      client('GET /chat/users/:username/status', { params: { username } }, someone),
    async idOf({ username }: Pick<Person, 'username'>): Promise<number> {
      const { rows } = await sql<{ id: number }>`SELECT id FROM users WHERE username = ${username}`.execute(
        database.db,
      );
      return rows[0]?.id ?? 0;
    },
  };
  return { ...chats, ...lists };
}
