import { randomBytes, randomUUID } from 'node:crypto';
import type { Database } from '../../../server/src/platform/database/index.ts';
import { createTokens } from '../../../server/src/features/accounts/tokens.service.ts';
import type { User, Scenario, DatasetRoom } from './dataset.types.ts';

type Person = User & { readonly id: number };

/** Inserts users with a session each, and their rooms. Returns the rooms of each scenario with the members' tokens. */
export async function seedDataset(
  database: Database,
  jwtSecret: string,
  scenarios: readonly Scenario[],
): Promise<DatasetRoom[][]> {
  const population = Math.max(...scenarios.map(({ rooms, membersPerRoom }) => rooms * membersPerRoom));
  const people = await seedPeople(database, jwtSecret, population);
  const dataset: DatasetRoom[][] = [];
  for (const { rooms, membersPerRoom } of scenarios) {
    const scenario: DatasetRoom[] = [];
    for (let room = 0; room < rooms; room += 1) {
      scenario.push(
        await openRoom(database, people.slice(room * membersPerRoom, (room + 1) * membersPerRoom)),
      );
    }
    dataset.push(scenario);
  }
  await database.pool.query('ANALYZE');
  return dataset;
}

async function seedPeople(database: Database, jwtSecret: string, count: number): Promise<Person[]> {
  const names = Array.from({ length: count }, (_, index) => `user${index}`);
  const { rows } = await database.pool.query<{ id: number; username: string }>(
    `INSERT INTO users (username, display_name, is_guest, birth_date, sex, country, state)
     SELECT name, name, true, '1990-01-01', 'female', 'IN', 'Kerala' FROM unnest($1::text[]) AS name
     RETURNING id, username`,
    [names],
  );
  const tokens = createTokens(jwtSecret);
  const now = new Date();
  const sessions = rows.map(({ id, username }) => ({
    id,
    username,
    sessionId: randomUUID(),
    tokenId: randomUUID(),
  }));
  await database.pool.query(
    `INSERT INTO sessions (id, user_id, device, token_id, expires_at)
     SELECT session_id, user_id, 'bench', token_id, now() + interval '1 day'
     FROM unnest($1::text[], $2::bigint[], $3::text[]) AS given (session_id, user_id, token_id)`,
    [
      sessions.map((each) => each.sessionId),
      sessions.map((each) => each.id),
      sessions.map((each) => each.tokenId),
    ],
  );
  return Promise.all(
    sessions.map(async (each) => ({
      id: each.id,
      username: each.username,
      token: await tokens.sign(each, now),
    })),
  );
}

async function openRoom(database: Database, members: readonly Person[]): Promise<DatasetRoom> {
  const groupId = randomBytes(12).toString('hex');
  await database.pool.query(
    `WITH conversation AS (
       INSERT INTO conversations (kind) VALUES ('room') RETURNING id
     ), room AS (
       INSERT INTO rooms (conversation_id, group_id, name, creator_id, member_count)
       SELECT id, $1, $1, $3, $4 FROM conversation
     )
     INSERT INTO conversation_members (conversation_id, user_id)
     SELECT conversation.id, member FROM conversation, unnest($2::bigint[]) AS member`,
    [groupId, members.map((member) => member.id), members[0]?.id, members.length],
  );
  await makeNeighboursKnown(database, members);
  return { groupId, members: members.map(({ username, token }) => ({ username, token })) };
}

/** Lets neighbours follow each other, because they write to each other in private and a stranger may not write much. */
async function makeNeighboursKnown(database: Database, members: readonly Person[]): Promise<void> {
  const neighbours = members.flatMap((member, index) => {
    const other = members[index ^ 1];
    return other ? [{ follower: member.id, followed: other.id }] : [];
  });
  await database.pool.query(
    `INSERT INTO follows (follower_id, followed_id)
     SELECT * FROM unnest($1::bigint[], $2::bigint[]) ON CONFLICT DO NOTHING`,
    [neighbours.map(({ follower }) => follower), neighbours.map(({ followed }) => followed)],
  );
}
