import { sql } from 'kysely';
import { PASSWORD } from '../../accounts/accounts.fixture.ts';
import type { GroupOutgoing } from '@adda/contract/rooms';
import { startChats, type Person } from '../../direct/direct.fixture.ts';
import { connectTo } from '../../rooms/rooms.fixture.ts';

export { eventually, type Person } from '../../direct/direct.fixture.ts';
export { PASSWORD } from '../../accounts/accounts.fixture.ts';

type Deed = { action: string; actor: string | null; details: string };

/** What administrators write unless a test says otherwise. */
export const REASON = 'threatened people in private chats';

/** The application of the file with administrators and what they do about people. */
export async function startSanctions(...given: Parameters<typeof startChats>) {
  const chats = await startChats(...given);
  const { client, database, app } = chats;
  const byName = ({ username }: Pick<Person, 'username'>) => ({ params: { username } });

  const login = (someone: Person, password = PASSWORD) =>
    client('POST /auth/login', { body: { username: someone.username, password } });

  return {
    ...chats,
    login,
    suspendBy: (admin: Person, whom: Person, until?: Date, reason = REASON) =>
      client(
        'POST /admin/users/:username/suspend',
        { ...byName(whom), body: { reason, ...(until && { until: until.toISOString() }) } },
        admin,
      ),
    unsuspendBy: (admin: Person, whom: Person, reason = 'we were wrong') =>
      client('POST /admin/users/:username/unsuspend', { ...byName(whom), body: { reason } }, admin),
    /** Why somebody is shut out, by the token that they had. */
    whyOf: ({ token }: Person) => client('POST /auth/suspension', { body: { token } }),
    appealOf: ({ token }: Person, text = 'it was not me, please look again') =>
      client('POST /auth/suspension/appeal', { body: { token, text } }),
    appeals: (admin: Person, status: 'open' | 'decided' = 'open') =>
      client('GET /admin/appeals', { query: { status, page_size: 50 } }, admin),
    decide: (admin: Person, appealId: string, decision: 'uphold' | 'reverse', answer = 'we looked again') =>
      client(
        'PATCH /admin/appeals/:appeal_id',
        { params: { appeal_id: appealId }, body: { decision, answer } },
        admin,
      ),
    /** Ends the time of a suspension, without anybody having noticed. */
    passTime: ({ username }: Person) =>
      sql`UPDATE sanctions SET until = now() - interval '1 second'
        WHERE ended_at IS NULL AND user_id = (SELECT id FROM users WHERE username = ${username})`.execute(
        database.db,
      ),
    /** Has the job of every minute run now. */
    endThoseOver: () =>
      database.transaction((tx) => app.jobs.enqueue(tx, 'moderation.suspensions-over', null)),
    /** What was done to somebody, oldest first. */
    async deedsOn({ username }: Pick<Person, 'username'>): Promise<Deed[]> {
      const { rows } = await sql<Deed>`
        SELECT entry.action, actor.username AS actor, entry.details::text AS details FROM audit_entries entry
        LEFT JOIN users actor ON actor.id = entry.actor_id
        WHERE entry.target = (SELECT 'user#' || id FROM users WHERE username = ${username}) ORDER BY entry.id`.execute(
        database.db,
      );
      return rows;
    },
    /** A registered person of this address of e-mail, from this device. */
    async personWith(email: string, device?: string): Promise<Person> {
      const username = `p${email.replaceAll(/\W/g, '').slice(0, 12)}${Math.random().toString(36).slice(2, 8)}`;
      const body = {
        username,
        email,
        password: PASSWORD,
        sex: 'female' as const,
        birth_date: '1999-05-17',
        country: 'India' as const,
        state: 'Kerala',
      };
      const headers: Record<string, string> = device ? { cookie: `adda_device=${device}` } : {};
      const { data } = await client('POST /auth/register', { body }, { headers });
      return { username: data.username, token: data.access_token };
    },
  };
}

/** A connected client of a room, and what it heard of one kind of event, in order. */
export async function connectRoom(...given: Parameters<typeof connectTo>) {
  const room = await connectTo(...given);
  const all = <E extends keyof GroupOutgoing>(event: E) =>
    // What socket.io hands over is unknown to the compiler.
    room.heard.filter((entry) => entry.event === event).map((entry) => entry.payload as GroupOutgoing[E]);
  return { ...room, all };
}
