import { sql } from 'kysely';
import type { Queryable } from '../platform/database/index.ts';
import type { Client } from './client.ts';

/**
 * Makes users known to each other: each follows each other one and accepts the chats that are there, so that no message
 * between them is the request of a stranger (MR-01). Nobody is told. Users with a block between them follow nobody.
 */
export async function makeKnown(
  db: Queryable,
  people: readonly { readonly username: string }[],
): Promise<void> {
  const names = people.map(({ username }) => username);
  await sql`
    INSERT INTO follows (follower_id, followed_id)
    SELECT one.id, other.id FROM users one JOIN users other ON other.id <> one.id
    WHERE one.username = ANY (${names}::text[]) AND other.username = ANY (${names}::text[])
      AND NOT EXISTS (
        SELECT FROM blocks
        WHERE (blocker_id = one.id AND blocked_id = other.id) OR (blocker_id = other.id AND blocked_id = one.id)
      )
    ON CONFLICT DO NOTHING`.execute(db);
  await sql`
    UPDATE direct_conversations SET accepted_by_low = true, accepted_by_high = true
    WHERE low_id IN (SELECT id FROM users WHERE username = ANY (${names}::text[]))
      AND high_id IN (SELECT id FROM users WHERE username = ANY (${names}::text[]))`.execute(db);
}

/** Does the same through the API of a separate process, for users with their tokens. */
export async function followEachOther(
  client: Client,
  people: readonly { readonly username: string; readonly token: string }[],
): Promise<void> {
  for (const one of people)
    for (const { username } of people.filter((other) => other !== one))
      await client('POST /subscriptions/follow', { query: { target_username: username } }, one);
}
