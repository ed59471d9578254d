import type { Database } from '../../../server/src/platform/database/index.ts';
import type { FilledRoom } from './history.types.ts';

/** Interval between messages in milliseconds. */
const STEP_MS = 20_000;
/** Messages per statement. */
const BATCH = 100_000;

/**
 * Senders rotate over all members; every tenth message is private, and half of those are for the user who reads the
 * history.
 */
const INSERT_MESSAGES = `
  WITH room AS (
    SELECT rooms.conversation_id AS id, array_agg(member.user_id ORDER BY member.user_id) AS members
    FROM rooms JOIN conversation_members member ON member.conversation_id = rooms.conversation_id
    WHERE rooms.group_id = $1 GROUP BY 1
  ), said AS (
    SELECT n, room.id, room.members,
      room.members[1 + (n * 7919) % cardinality(room.members)] AS sender
    FROM room, generate_series($2::bigint, $3::bigint) AS n
  )
  INSERT INTO messages (conversation_id, sequence, sender_id, client_message_id, content, image_id, youtube_url,
                        recipient_ids, created_at, deleted_at, deleted_by)
  SELECT id, n,
    CASE WHEN n % 200 <> 199 THEN sender END,
    CASE WHEN n % 200 <> 199 THEN gen_random_uuid()::text END,
    'line ' || n || repeat(' and then some more of it', (n % 5)::integer),
    CASE WHEN n % 50 = 20 THEN 'bench' || id || 'x' || n END,
    CASE WHEN n % 50 = 40 THEN 'https://www.youtube.com/watch?v=aqz-KE-bpKQ' END,
    CASE n % 20 WHEN 3 THEN ARRAY[members[1]] WHEN 13 THEN ARRAY[members[2]] END,
    to_timestamp(($4::bigint + n * ${STEP_MS}) / 1000.0),
    CASE WHEN n % 100 = 50 THEN now() END,
    CASE WHEN n % 100 = 50 THEN sender END
  FROM said ORDER BY n`;

const INSERT_IMAGES = `
  INSERT INTO images (id, owner_id, width, height, bytes, created_at, used_at)
  SELECT message.image_id, message.sender_id, 1200, 800, 150000, message.created_at, message.created_at
  FROM messages message JOIN rooms ON rooms.conversation_id = message.conversation_id
  WHERE rooms.group_id = $1 AND message.image_id IS NOT NULL`;

const INSERT_DELETIONS = `
  INSERT INTO message_deletions (conversation_id, revision, sequence)
  SELECT message.conversation_id, row_number() OVER (ORDER BY message.sequence), message.sequence
  FROM messages message JOIN rooms ON rooms.conversation_id = message.conversation_id
  WHERE rooms.group_id = $1 AND message.deleted_at IS NOT NULL`;

const CORRECT_HEAD = `
  UPDATE conversations head SET
    last_sequence = $2, last_message_at = to_timestamp(($3::bigint + $2::bigint * ${STEP_MS}) / 1000.0),
    revision = (SELECT count(*) FROM message_deletions gone WHERE gone.conversation_id = head.id)
  FROM rooms WHERE rooms.conversation_id = head.id AND rooms.group_id = $1 RETURNING head.revision`;

const INSERT_GRANTS = `
  INSERT INTO room_grants (conversation_id, user_id, permission)
  SELECT member.conversation_id, member.user_id, 'can_kick'
  FROM conversation_members member JOIN rooms ON rooms.conversation_id = member.conversation_id
  WHERE rooms.group_id = $1 AND member.user_id % 100 = 3`;

/** Every tenth member is online, recorded by a node that does not exist and whose lease lasts longer than the run. */
const INSERT_PRESENCE = `
  WITH node AS (
    INSERT INTO presence_nodes VALUES ('bench', now() + interval '1 day') ON CONFLICT DO NOTHING
  )
  INSERT INTO presence (user_id, node_id, online_until)
  SELECT member.user_id, 'bench', 'infinity'
  FROM conversation_members member JOIN rooms ON rooms.conversation_id = member.conversation_id
  WHERE rooms.group_id = $1 AND member.user_id % 10 = 0 ON CONFLICT DO NOTHING`;

/**
 * Fills an empty room with a realistic history: increasing sequences and times, public and private messages, deleted
 * ones, notices, images and videos. The mix is the same on every page, so that two rooms differ only in length.
 */
export async function fillRoom(
  { pool }: Database,
  groupId: string,
  { messages, members }: Pick<FilledRoom, 'messages' | 'members'>,
): Promise<FilledRoom> {
  const startMs = Date.now() - (messages + 1) * STEP_MS;
  for (let first = 1; first <= messages; first += BATCH) {
    const last = Math.min(first + BATCH - 1, messages);
    await pool.query(INSERT_MESSAGES, [groupId, first, last, startMs]);
  }
  await pool.query(INSERT_IMAGES, [groupId]);
  await pool.query(INSERT_DELETIONS, [groupId]);
  await pool.query(INSERT_GRANTS, [groupId]);
  await pool.query(INSERT_PRESENCE, [groupId]);
  const { rows } = await pool.query<{ revision: number }>(CORRECT_HEAD, [groupId, messages, startMs]);
  return { groupId, messages, members, startMs, stepMs: STEP_MS, revision: rows[0]?.revision ?? 0 };
}
