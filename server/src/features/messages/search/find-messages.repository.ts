import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import { areBlocked } from '../../relations/index.ts';
import type { MessageRef } from '../messages.types.ts';
import {
  messageColumns,
  messageJoins,
  messageOf,
  notHiddenBy,
  notOfSuspended,
  readableBy,
  type MessageRow,
} from '../messages.repository.ts';
import type { StoredMessage } from '../messages.types.ts';
import type { LookedUp } from './message-words.codec.ts';

/** A message that was found, with its time in milliseconds since 1970. Results continue after it. */
export type Found = MessageRef & { readonly createdAt: number };

/** A search in the conversations of a user. Times are exclusive. */
export type MessageSearch = {
  readonly viewerId: number;
  readonly lookedUp: LookedUp;
  /** Only in these conversations; in all of the viewer if undefined. */
  readonly conversationIds: readonly number[] | undefined;
  readonly before: Date | undefined;
  readonly after: Date | undefined;
  /** Only messages that follow it in the order of results. */
  readonly behind: Found | undefined;
  /** Only messages from this time on, in milliseconds since 1970. */
  readonly since?: number | undefined;
};

/**
 * SQL condition: a member of conversation `head`, with their membership `own`, may find messages there. As in histories, a
 * block hides a private chat; in a search, the suspension of the peer does too, except from administrators.
 */
const isSearchable = (viewerId: number): RawBuilder<unknown> => sql`
  CASE head.kind
    WHEN 'room' THEN EXISTS (SELECT FROM rooms room WHERE room.conversation_id = head.id AND room.deleted_at IS NULL)
    ELSE NOT EXISTS (
      SELECT FROM conversation_members other JOIN users peer ON peer.id = other.user_id
      WHERE other.conversation_id = head.id AND other.user_id <> ${viewerId}
        AND (${areBlocked(sql`peer.id`, sql`${viewerId}::bigint`)}
          OR (peer.suspended_at IS NOT NULL
            AND NOT (SELECT viewer.role = 'admin' FROM users viewer WHERE viewer.id = ${viewerId}))))
  END`;

/** SQL condition: the viewer may find row `m` of messages, provided that they may find messages in the conversation. */
const isFindable = (viewerId: number): RawBuilder<unknown> => sql`
  m.deleted_at IS NULL AND ${readableBy(viewerId)} AND ${notOfSuspended(viewerId)} AND ${notHiddenBy(viewerId)}`;

/** The end of the range of words that begin with a text: above every character that follows. */
const AFTER_ALL = '\u{10ffff}';

const beginsWith = (word: RawBuilder<unknown>, beginning: string): RawBuilder<unknown> =>
  sql`${word} >= ${beginning}::text AND ${word} <= ${beginning + AFTER_ALL}::text`;

/** SQL query: the sequences, descending, of the messages with the words, in the slices `low` to `high` of `place`. */
function matchesIn({ first, others, beginning }: LookedUp): RawBuilder<unknown> {
  const alike = (other: RawBuilder<unknown>) => sql`
    EXISTS (SELECT FROM message_words other WHERE other.conversation_id = place.id AND other.slice = stretch.slice
      AND other.place = word.place AND ${other})`;
  const conditions = [
    first.isBeginning ? beginsWith(sql`word.word`, first.word) : sql`word.word = ${first.word}::text`,
    ...others.map((other) => alike(sql`other.word = ${other}::text`)),
    ...(beginning === undefined ? [] : [alike(beginsWith(sql`other.word`, beginning))]),
  ];
  return sql`
    SELECT DISTINCT sequence_at(found.slice, found.place) AS sequence
    FROM generate_series(step.window_low, step.window_high) AS stretch (slice)
    CROSS JOIN LATERAL (
      SELECT word.slice, word.place FROM message_words word
      WHERE word.conversation_id = place.id AND word.slice = stretch.slice AND ${sql.join(conditions, sql` AND `)}
      OFFSET 0
    ) found
    ORDER BY sequence DESC`;
}

/** SQL query: up to `remaining` sequences of messages in a window of slices that the viewer may find, newest first. */
const hitsIn = ({ viewerId, lookedUp }: MessageSearch): RawBuilder<unknown> => sql`
  ARRAY(
    SELECT hit.sequence FROM (${matchesIn(lookedUp)}) hit
    CROSS JOIN LATERAL (
      SELECT FROM messages m
      WHERE m.conversation_id = place.id AND m.sequence = hit.sequence AND ${isFindable(viewerId)} OFFSET 0
    ) seen
    WHERE hit.sequence BETWEEN place.low AND place.high
    ORDER BY hit.sequence DESC LIMIT step.remaining)`;

/**
 * SQL query: the conversations to search, with the first and the last sequence of each. `sequence_before` looks up a time
 * only where the conversation has newer messages.
 */
function placesOf({
  viewerId,
  conversationIds,
  before,
  after,
  behind,
  since,
}: MessageSearch): RawBuilder<unknown> {
  const below = (moment: RawBuilder<unknown>) => sql`
    CASE WHEN head.last_message_at >= ${moment} THEN sequence_before(head.id, ${moment}) - 1 END`;
  const lasts = [
    sql`head.last_sequence`,
    ...(before ? [below(sql`${before}::timestamptz`)] : []),
    ...(behind ? [lastBehind(behind, below)] : []),
  ];
  const from = Math.max(after ? after.getTime() + 1 : 0, since ?? 0);
  const firsts = [
    sql`head.cleared_to + 1`,
    sql`CASE WHEN head.kind = 'direct' THEN own.cleared_to + 1 END`,
    ...(from > 0 ? [sql`sequence_before(head.id, ${new Date(from)}::timestamptz)`] : []),
  ];
  return sql`
    SELECT head.id, greatest(${sql.join(firsts)}) AS low, least(${sql.join(lasts)}) AS high
    FROM conversation_members own JOIN conversations head ON head.id = own.conversation_id
    WHERE own.user_id = ${viewerId}
      AND ${conversationIds ? sql`own.conversation_id = ANY (${conversationIds}::bigint[])` : sql`true`}
      AND ${from > 0 ? sql`head.last_message_at >= ${new Date(from)}` : sql`true`}
      AND ${isSearchable(viewerId)}`;
}

/** SQL: the last sequence that follows a result; of messages of the same millisecond, the higher conversation is first. */
function lastBehind(
  { conversationId, sequence, createdAt }: Found,
  below: (moment: RawBuilder<unknown>) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  const at = sql`${new Date(createdAt)}::timestamptz`;
  const next = sql`${new Date(createdAt + 1)}::timestamptz`;
  return sql`CASE WHEN head.id = ${conversationId} THEN ${sequence - 1}::bigint
    WHEN head.id < ${conversationId} THEN ${below(next)} ELSE ${below(at)} END`;
}

/** Each window has this many times the slices of the one before. */
const WINDOW_GROWTH = 4;

/**
 * Returns the newest messages of a search, at most `each` of a conversation and `limit` in all. Every conversation is read
 * from its newest slice back, in windows of growing width, until it has `each` results.
 */
export async function findNewest(
  db: Queryable,
  search: MessageSearch,
  { each, limit }: { readonly each: number; readonly limit: number },
): Promise<Found[]> {
  const { rows } = await sql<{ id: number; sequence: number; created_at: Date }>`
    WITH RECURSIVE places AS MATERIALIZED (${placesOf(search)}),
    walk AS (
      SELECT id, low, high, slice_of(high) + 1 AS bottom, 1 AS width, ${each}::integer AS remaining, '{}'::bigint[] AS hits
      FROM places WHERE low <= high
      UNION ALL
      SELECT place.id, place.low, place.high, step.window_low, place.width * ${WINDOW_GROWTH}, step.remaining, found.hits
      FROM walk place
      CROSS JOIN LATERAL (
        SELECT greatest(slice_of(place.low), place.bottom - place.width) AS window_low, place.bottom - 1 AS window_high,
          place.remaining - cardinality(place.hits) AS remaining
      ) step
      CROSS JOIN LATERAL (SELECT ${hitsIn(search)} AS hits OFFSET 0) found
      WHERE step.remaining > 0 AND place.bottom > slice_of(place.low)
    )
    SELECT found.id, found.sequence, message.created_at
    FROM (SELECT walk.id, hit AS sequence FROM walk CROSS JOIN LATERAL unnest(walk.hits) AS hit) found
    CROSS JOIN LATERAL (
      SELECT m.created_at FROM messages m WHERE m.conversation_id = found.id AND m.sequence = found.sequence OFFSET 0
    ) message
    ORDER BY message.created_at DESC, found.id DESC, found.sequence DESC LIMIT ${limit}`.execute(db);
  return rows.map((row) => ({
    conversationId: row.id,
    sequence: row.sequence,
    createdAt: row.created_at.getTime(),
  }));
}

/** Returns the id of the user with a name. */
export async function findSender(db: Queryable, username: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`SELECT id FROM users WHERE username = ${username}`.execute(db);
  return rows[0]?.id;
}

/** Returns the messages with their conversations, in the order of the references. */
export async function readFound(
  db: Queryable,
  viewerId: number,
  refs: readonly MessageRef[],
): Promise<(StoredMessage & MessageRef)[]> {
  const { rows } = await sql<MessageRow & { conversation_id: number }>`
    SELECT m.conversation_id, ${messageColumns(sql`${viewerId}::bigint`)}
    FROM unnest(
      ${refs.map((ref) => ref.conversationId)}::bigint[], ${refs.map((ref) => ref.sequence)}::bigint[]
    ) WITH ORDINALITY AS found (conversation_id, sequence, rank)
    CROSS JOIN LATERAL (
      SELECT * FROM messages stored
      WHERE stored.conversation_id = found.conversation_id AND stored.sequence = found.sequence
        AND stored.deleted_at IS NULL OFFSET 0
    ) m ${messageJoins}
    ORDER BY found.rank`.execute(db);
  return rows.map((row) => Object.assign(messageOf(row), { conversationId: row.conversation_id }));
}
