import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import { areBlocked } from '../../relations/index.ts';

/** Seconds that a chat counts as open without being renewed, as long as presence; a row is renewed while it has fewer. */
const OPEN_SECONDS = 45;
const RENEWED_SECONDS = 33;

/** One person's open chat with another. */
export type OpenChat = { readonly userId: number; readonly peerId: number };

/** Up to where the person has read it. */
export type ReadChat = OpenChat & { readonly sequence: number };

/**
 * Notes chats as open on this node, as far as they are read, and removes what killed nodes left behind; in one
 * statement.
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

/** Notes chats as closed on this node, as far as they were read. */
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

/** Moves the read positions of `chat` forward, in the order of their keys; never while the two are blocked. */
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
