import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import { areBlocked, isStranger } from '../../relations/index.ts';
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
  /** Only in this many conversations, those with the newest messages. */
  readonly recent?: number | undefined;
};

/** SQL condition: conversation `head` is a request that the viewer has neither answered nor accepted (MR-02). */
const isRequestTo = (viewerId: number): RawBuilder<unknown> => sql`EXISTS (
  SELECT FROM direct_conversations pair
  WHERE pair.conversation_id = head.id
    AND ${isStranger(sql`pair.low_id + pair.high_id - ${viewerId}::bigint`, sql`${viewerId}::bigint`)})`;

/**
 * SQL condition: a member of conversation `head`, with their membership `own`, may find messages there. As in histories, a
 * block hides a private chat; in a search, the suspension of the peer does too, except from administrators, and so does a
 * request until it is accepted (MR-02).
 */
const isSearchable = (viewerId: number): RawBuilder<unknown> => sql`
  CASE head.kind
    WHEN 'room' THEN EXISTS (SELECT FROM rooms room WHERE room.conversation_id = head.id AND room.deleted_at IS NULL)
    ELSE NOT ${isRequestTo(viewerId)} AND NOT EXISTS (
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

/** Words with fewer places in a slice are read there once; others are looked up at each place of the first word. */
const FEW_PLACES = 16;

/** A word that must occur besides the first one. */
type OtherWord = {
  /** SQL: its places in slice `stretch` of `place`, at most `FEW_PLACES`, as a column of `besides`. */
  readonly places: RawBuilder<unknown>;
  /** SQL condition: it is in the slice, and in the message of `word`. */
  readonly condition: RawBuilder<unknown>;
};

function otherWordsOf({ others, beginning }: LookedUp): OtherWord[] {
  const isOther = [
    ...others.map((other) => sql`other.word = ${other}::text`),
    ...(beginning === undefined ? [] : [beginsWith(sql`other.word`, beginning)]),
  ];
  return isOther.map((isWord, index) => {
    const inSlice = sql`FROM message_words other
      WHERE other.conversation_id = place.id AND other.slice = stretch.slice AND ${isWord}`;
    const column = sql.ref(`places_${index}`);
    return {
      places: sql`ARRAY(SELECT other.place ${inSlice} LIMIT ${FEW_PLACES}) AS ${column}`,
      condition: sql`cardinality(besides.${column}) > 0
        AND CASE WHEN cardinality(besides.${column}) < ${FEW_PLACES} THEN word.place = ANY (besides.${column})
          ELSE EXISTS (SELECT ${inSlice} AND other.place = word.place) END`,
    };
  });
}

/**
 * SQL query: the places, descending, of the messages of `place` that have the words, in slice `stretch`. The slice is read
 * only if it has all words: a frequent first word then costs as little as a rare one, and so do others that are rare there.
 */
function matchesInSlice({ first }: LookedUp, others: readonly OtherWord[]): RawBuilder<unknown> {
  const isFirst = first.isBeginning
    ? beginsWith(sql`word.word`, first.word)
    : sql`word.word = ${first.word}::text`;
  const conditions = [isFirst, ...others.map(({ condition }) => condition)];
  // Several words of a message may have the same beginning.
  return sql`
    SELECT ${first.isBeginning ? sql`DISTINCT` : sql``} word.place FROM message_words word
    WHERE word.conversation_id = place.id AND word.slice = stretch.slice AND ${sql.join(conditions, sql` AND `)}
    ORDER BY word.place DESC`;
}

/**
 * SQL query: up to `remaining` sequences of messages in a window of slices that the viewer may find, newest first. Matches
 * are read in the order of the index, and no further than needed. The places of other words are a subquery of their own:
 * within the query of the matches, PostgreSQL would read them again for each place of the first word.
 */
function hitsIn({ viewerId, lookedUp }: MessageSearch): RawBuilder<unknown> {
  const others = otherWordsOf(lookedUp);
  const besides = others.length === 0 ? sql`` : sql.join(others.map(({ places }) => places));
  return sql`
  ARRAY(
    SELECT found.sequence FROM generate_series(step.window_low, step.window_high) AS stretch (slice)
    CROSS JOIN LATERAL (SELECT ${besides} OFFSET 0) besides
    CROSS JOIN LATERAL (
      SELECT sequence_at(stretch.slice, hit.place) AS sequence FROM (${matchesInSlice(lookedUp, others)}) hit
      CROSS JOIN LATERAL (
        SELECT FROM messages m
        WHERE m.conversation_id = place.id AND m.sequence = sequence_at(stretch.slice, hit.place)
          AND ${isFindable(viewerId)} OFFSET 0
      ) seen
      WHERE sequence_at(stretch.slice, hit.place) BETWEEN place.low AND place.high
      ORDER BY hit.place DESC LIMIT step.remaining
    ) found
    ORDER BY found.sequence DESC LIMIT step.remaining)`;
}

/**
 * SQL query: the conversations of the viewer, with the first and the last sequence to search in each. `sequence_before` looks up a time
 * only where the conversation has newer messages.
 */
function placesOf({
  viewerId,
  conversationIds,
  before,
  after,
  behind,
  since,
  recent,
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
    SELECT head.id, greatest(${sql.join(firsts)}) AS low, least(${sql.join(lasts)}) AS high, head.last_message_at
    FROM conversation_members own JOIN conversations head ON head.id = own.conversation_id
    WHERE own.user_id = ${viewerId}
      AND ${conversationIds ? sql`own.conversation_id = ANY (${conversationIds}::bigint[])` : sql`true`}
      AND ${from > 0 ? sql`head.last_message_at >= ${new Date(from)}` : sql`true`}
    ${recent === undefined ? sql`` : sql`ORDER BY head.last_message_at DESC NULLS LAST LIMIT ${recent}`}`;
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

type FoundRow = {
  readonly id: number;
  readonly sequence: number;
  readonly created_at: Date;
  /** The time of the last message of the conversation that has been quiet for longest. */
  readonly quiet_since: Date | null;
};

const foundOf = (row: FoundRow): Found => ({
  conversationId: row.id,
  sequence: row.sequence,
  createdAt: row.created_at.getTime(),
});

type Amounts = { readonly each: number; readonly limit: number };

/** Returns the newest messages of a search, at most `each` of a conversation and `limit` in all. */
export const findNewest = async (db: Queryable, search: MessageSearch, amounts: Amounts): Promise<Found[]> =>
  (await readNewest(db, search, amounts)).map(foundOf);

/**
 * Returns the same, searching only the `recent` conversations with the newest messages; undefined if another conversation
 * may have newer results.
 */
export async function findNewestInRecent(
  db: Queryable,
  search: MessageSearch & { readonly recent: number },
  amounts: Amounts,
): Promise<Found[] | undefined> {
  const rows = await readNewest(db, search, amounts);
  const last = rows.at(-1);
  const isNewest = last?.quiet_since && last.created_at > last.quiet_since;
  return rows.length === amounts.limit && isNewest ? rows.map(foundOf) : undefined;
}

/**
 * Every conversation is read from its newest slice back, in windows of growing width, until it has `each` results. Whether
 * the viewer may find anything in a conversation is asked for those of the results only: it takes longer than looking for
 * a word.
 */
async function readNewest(
  db: Queryable,
  search: MessageSearch,
  { each, limit }: Amounts,
): Promise<FoundRow[]> {
  const { rows } = await sql<FoundRow>`
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
    SELECT found.id, found.sequence, found.created_at, (SELECT min(last_message_at) FROM places) AS quiet_since
    FROM (
      SELECT walk.id, hit AS sequence, message.created_at
      FROM walk CROSS JOIN LATERAL unnest(walk.hits) AS hit
      CROSS JOIN LATERAL (
        SELECT m.created_at FROM messages m WHERE m.conversation_id = walk.id AND m.sequence = hit OFFSET 0
      ) message
      ORDER BY message.created_at DESC, walk.id DESC, hit DESC
    ) found
    CROSS JOIN LATERAL (
      SELECT FROM conversations head WHERE head.id = found.id AND ${isSearchable(search.viewerId)} OFFSET 0
    ) allowed
    ORDER BY found.created_at DESC, found.id DESC, found.sequence DESC LIMIT ${limit}`.execute(db);
  return rows;
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
