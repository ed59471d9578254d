import { sql } from 'kysely';
import { PASSWORD } from '../../accounts/accounts.fixture.ts';
import { startPrivacy } from '../../privacy/privacy.fixture.ts';
import type { Person } from '../direct.fixture.ts';

/** Starts the application of the file with strangers who write to each other, and requests for what they see. */
export async function startRequests(...given: Parameters<typeof startPrivacy>) {
  const chats = await startPrivacy(...given);
  const { client, database, person } = chats;
  const bodyOf = ({ username }: Pick<Person, 'username'>) => ({ body: { username } });

  /** Registers two users who don't know each other, with a shell each. */
  async function twoStrangers() {
    const [ann, bob] = [await person(), await person()];
    const [annShell, bobShell] = [await chats.connectShell(ann), await chats.connectShell(bob)];
    /** Writes from the first to the second; returns the id, or the code of the refusal. */
    const write = async (content: string, more: Parameters<typeof annShell.send>[1] = {}) => {
      const answer = await annShell.send(content, { recipient: bob.username, ...more });
      return 'code' in answer ? answer.code : answer._id;
    };
    return { ann, bob, annShell, bobShell, write };
  }

  return {
    ...chats,
    twoStrangers,
    requests: async (someone: Person, query: Record<string, string> = {}) =>
      (await client('GET /chat/requests', { query }, someone)).data,
    accept: (someone: Person, sender: Pick<Person, 'username'>) =>
      client('POST /chat/requests/accept', bodyOf(sender), someone),
    decline: (someone: Person, sender: Pick<Person, 'username'>) =>
      client('POST /chat/requests/decline', bodyOf(sender), someone),
    follow: (someone: Person, { username }: Pick<Person, 'username'>) =>
      client('POST /subscriptions/follow', { query: { target_username: username } }, someone),
    unfollow: (someone: Person, { username }: Pick<Person, 'username'>) =>
      client('POST /subscriptions/unfollow', { query: { target_username: username } }, someone),
    conversations: async (someone: Person) =>
      (await client('GET /messages/conversations', { query: {} }, someone)).data.conversations,
    unread: async (someone: Person) => (await client('GET /chat/unread', {}, someone)).data,
    set: (someone: Person, whoMayWrite: 'everyone' | 'known' | 'nobody') =>
      client('PATCH /users/settings', { body: { who_may_write: whoMayWrite } }, someone),
    edit: (someone: Person, id: string, content: string) =>
      client('PATCH /messages/:id', { params: { id }, body: { content } }, someone),
    react: (someone: Person, id: string, emoji: string) =>
      client('POST /messages/:id/reactions', { params: { id }, body: { emoji, on: true } }, someone),
    deleteAccount: (someone: Person) => client('DELETE /users/me', { body: { password: PASSWORD } }, someone),
    /** How many texts are counted from one user to another. */
    async textsOf({ username }: Person, reader: Person): Promise<number> {
      const { rows } = await sql<{ texts: number }>`
        SELECT request.texts FROM private_requests request
        JOIN users sender ON sender.id = request.sender_id JOIN users reader ON reader.id = request.recipient_id
        WHERE sender.username = ${username} AND reader.username = ${reader.username}`.execute(database.db);
      return rows[0]?.texts ?? 0;
    },
    /** Moves the time of a user's declined requests into the past. */
    passDays: ({ username }: Person, days: number) =>
      sql`
        UPDATE private_requests SET declined_at = declined_at - make_interval(days => ${days})
        WHERE recipient_id = (SELECT id FROM users WHERE username = ${username})`.execute(database.db),
  };
}
