import { sql } from 'kysely';
import { PASSWORD } from '../../accounts/accounts.fixture.ts';
import type { GroupOutgoing } from '@adda/contract/rooms';
import { startChats, type Person } from '../../direct/direct.fixture.ts';
import { connectTo } from '../../rooms/rooms.fixture.ts';

export { eventually, type Person } from '../../direct/direct.fixture.ts';
export { PASSWORD } from '../../accounts/accounts.fixture.ts';

type AuditRow = { action: string; actor: string | null; details: string };

/** Default reason of suspensions. */
export const REASON = 'threatened people in private chats';

/** Returns the application of the file with helpers for sanctions. */
export async function startSanctions(...given: Parameters<typeof startChats>) {
  const chats = await startChats(...given);
  const { client, database, app } = chats;
  const byName = ({ username }: Pick<Person, 'username'>) => ({ params: { username } });

  const login = (someone: Person, password = PASSWORD) =>
    client('POST /auth/login', { body: { username: someone.username, password } });

  return {
    ...chats,
    login,
    suspendBy: (admin: Person, target: Person, until?: Date, reason = REASON) =>
      client(
        'POST /admin/users/:username/suspend',
        { ...byName(target), body: { reason, ...(until && { until: until.toISOString() }) } },
        admin,
      ),
    unsuspendBy: (admin: Person, target: Person, reason = 'we were wrong') =>
      client('POST /admin/users/:username/unsuspend', { ...byName(target), body: { reason } }, admin),
    /** Returns the active suspension by the user's last token. */
    suspensionOf: ({ token }: Person) => client('POST /auth/suspension', { body: { token } }),
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
    /** Moves the end of a suspension into the past, without running the expiry job. */
    passTime: ({ username }: Person) =>
      sql`UPDATE sanctions SET until = now() - interval '1 second'
        WHERE ended_at IS NULL AND user_id = (SELECT id FROM users WHERE username = ${username})`.execute(
        database.db,
      ),
    /** Runs the expiry job now. */
    runExpiryJob: () =>
      database.transaction((tx) => app.jobs.enqueue(tx, 'moderation.suspensions-over', null)),
    /** Returns the audit entries about a user, oldest first. */
    async auditEntriesOn({ username }: Pick<Person, 'username'>): Promise<AuditRow[]> {
      const { rows } = await sql<AuditRow>`
        SELECT entry.action, actor.username AS actor, entry.details::text AS details FROM audit_entries entry
        LEFT JOIN users actor ON actor.id = entry.actor_id
        WHERE entry.target = (SELECT 'user#' || id FROM users WHERE username = ${username}) ORDER BY entry.id`.execute(
        database.db,
      );
      return rows;
    },
    /** Registers a user with this e-mail address, on this device. */
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

/** Connects to a room; `all` returns the received payloads of one event, in order. */
export async function connectRoom(...given: Parameters<typeof connectTo>) {
  const room = await connectTo(...given);
  const all = <E extends keyof GroupOutgoing>(event: E) =>
    // socket.io does not type payloads.
    room.received.filter((entry) => entry.event === event).map((entry) => entry.payload as GroupOutgoing[E]);
  return { ...room, all };
}
