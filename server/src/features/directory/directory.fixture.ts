import { sql } from 'kysely';
import { startRooms, type Person } from '../rooms/rooms.fixture.ts';

type Shape = {
  readonly count: number;
  /** Prefix of every name. */
  readonly name: string;
  readonly sex?: 'male' | 'female';
  readonly country?: string;
  readonly state?: string;
  readonly bornOn?: string;
  /** Last activity of the first user; each further one was active a second earlier. */
  readonly secondsAgo?: number;
};

/** Returns the application with helpers that create users in bulk and read the directory. */
export async function startDirectory() {
  const rooms = await startRooms();
  const { database, client } = rooms;

  /** Inserts guests directly. Returns their ids in directory order. */
  async function crowd({ count, name, secondsAgo = 3600, ...shape }: Shape): Promise<number[]> {
    const { sex = 'female', country = 'India', state = 'Kerala', bornOn = '1996-05-05' } = shape;
    const { rows } = await sql<{ id: number }>`
      INSERT INTO users (username, display_name, is_guest, birth_date, sex, country, state, last_active_at)
      SELECT ${name}::text || n, 'One of many', true, ${bornOn}::date, ${sex}::text, ${country}::text,
        ${state}::text, now() - make_interval(secs => ${secondsAgo}::double precision + n)
      FROM generate_series(1, ${count}::integer) AS n ORDER BY n RETURNING id`.execute(database.db);
    return rows.map((row) => row.id);
  }

  type Query = Record<string, string>;
  const list = (someone: Person, query: Query = {}) => client('GET /users/list', { query }, someone);

  /** Reads all pages of a list; `between` runs before each further page. */
  async function listAll(someone: Person, query: Query, between?: () => Promise<void>) {
    const found: string[] = [];
    let last: string | null = null;
    do {
      const { data }: Awaited<ReturnType<typeof list>> = await list(someone, {
        ...query,
        ...(last !== null && { last_id: last }),
      });
      found.push(...data.users.map((user) => user.username));
      last = data.next_last_id;
      if (last !== null) await between?.();
    } while (last !== null);
    return found;
  }

  return { ...rooms, crowd, list, listAll };
}
