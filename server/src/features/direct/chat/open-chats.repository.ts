import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import { areBlocked } from '../../relations/index.ts';

/**
 * Seconds that a chat counts as open after a renewal. A row is renewed once fewer than `RENEWED_SECONDS` remain.
 */
const OPEN_SECONDS = 45;
const RENEWED_SECONDS = 33;

/** A user's open chat with a peer. */
export type OpenChat = { readonly userId: number; readonly peerId: number };

/** An open chat with the sequence up to which the user has read it. */
export type ReadChat = OpenChat & { readonly sequence: number };

/**
 * Stores chats as open on this node with their read positions, and deletes the rows of killed nodes; in one statement.
 */
export async function renewOpen(db: Queryable, nodeId: string, chats: readonly ReadChat[]): Promise<void> {
  const ahead = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`;
  await sql`
    WITH ${listed(chats)}, expired AS (
      DELETE FROM open_chats WHERE open_until <= now() AND node_id <> ${nodeId}
    ), kept AS (
      INSERT INTO open_chats (user_id, peer_id, node_id, open_until)
      SELECT user_id, peer_id, ${nodeId}, ${ahead(OPEN_SECONDS)} FROM chat ORDER BY user_id, peer_id
      ON CONFLICT (user_id, peer_id, node_id) DO UPDATE SET open_until = excluded.open_until
      WHERE open_chats.open_until < ${ahead(RENEWED_SECONDS)}
    )
    ${moveRead}`.execute(db);
}

/** Stores chats as closed on this node with their read positions. */
export async function forgetOpen(db: Queryable, nodeId: string, chats: readonly ReadChat[]): Promise<void> {
  await sql`
    WITH ${listed(chats)}, closed AS (
      DELETE FROM open_chats USING chat
      WHERE open_chats.user_id = chat.user_id AND open_chats.peer_id = chat.peer_id
        AND open_chats.node_id = ${nodeId}
    )
    ${moveRead}`.execute(db);
}

function listed(chats: readonly ReadChat[]): RawBuilder<unknown> {
  return sql`chat AS MATERIALIZED (
    SELECT * FROM unnest(
      ${chats.map((chat) => chat.userId)}::bigint[], ${chats.map((chat) => chat.peerId)}::bigint[],
      ${chats.map((chat) => chat.sequence)}::bigint[]
    ) AS chat (user_id, peer_id, sequence))`;
}

/** SQL: moves the read positions of the CTE `chat` forward, in the order of their keys; not during a block. */
const moveRead = sql`
  UPDATE conversation_members member SET read_sequence = due.sequence
  FROM (
    SELECT own.conversation_id, own.user_id, chat.sequence
    FROM chat
    JOIN direct_conversations pair
      ON pair.low_id = least(chat.user_id, chat.peer_id) AND pair.high_id = greatest(chat.user_id, chat.peer_id)
    JOIN conversation_members own
      ON own.conversation_id = pair.conversation_id AND own.user_id = chat.user_id
    WHERE own.read_sequence < chat.sequence
      AND NOT ${areBlocked(sql`chat.user_id`, sql`chat.peer_id`)}
    ORDER BY own.conversation_id, own.user_id FOR NO KEY UPDATE OF own
  ) due
  WHERE member.conversation_id = due.conversation_id AND member.user_id = due.user_id
    AND member.read_sequence < due.sequence`;
