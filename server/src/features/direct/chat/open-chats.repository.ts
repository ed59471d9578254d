import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import { areBlocked } from '../../relations/index.ts';

/** Seconds that a chat counts as open without being renewed; as long as presence. */
const OPEN_SECONDS = 45;

/** One person's open chat with another. */
export type OpenChat = { readonly userId: number; readonly peerId: number };

/** A chat that was closed so long ago, by the node's own clock: what came since then is unread. */
export type ClosedChat = OpenChat & { readonly closedMs: number };

/** Notes chats as open on this node, with everything in them read; answers those who had something unread. */
export async function renewOpen(
  db: Queryable,
  nodeId: string,
  chats: readonly OpenChat[],
): Promise<number[]> {
  await sql`
    INSERT INTO open_chats (user_id, peer_id, node_id, open_until)
    SELECT chat.user_id, chat.peer_id, ${nodeId}, now() + make_interval(secs => ${OPEN_SECONDS})
    FROM ${listed(chats)}
    ORDER BY chat.user_id, chat.peer_id
    ON CONFLICT (user_id, peer_id, node_id) DO UPDATE SET open_until = excluded.open_until`.execute(db);
  return moveRead(db, listed(chats), sql`head.last_sequence`);
}

/** Notes chats as closed on this node, with what came before that read; answers those who had something unread. */
export async function forgetOpen(
  db: Queryable,
  nodeId: string,
  chats: readonly ClosedChat[],
): Promise<number[]> {
  await sql`
    DELETE FROM open_chats USING ${listed(chats)}
    WHERE open_chats.user_id = chat.user_id AND open_chats.peer_id = chat.peer_id
      AND open_chats.node_id = ${nodeId}`.execute(db);
  const closedAt = sql`(now() - make_interval(secs => chat.closed_ms / 1000.0))`;
  return moveRead(
    db,
    listed(chats),
    sql`CASE WHEN head.last_message_at <= ${closedAt} THEN head.last_sequence
      ELSE sequence_before(head.id, ${closedAt}) - 1 END`,
  );
}

/** Removes what killed nodes left behind. */
export async function forgetExpiredOpen(db: Queryable): Promise<void> {
  await sql`DELETE FROM open_chats WHERE open_until <= now()`.execute(db);
}

function listed(chats: readonly (OpenChat & { readonly closedMs?: number })[]): RawBuilder<unknown> {
  return sql`unnest(
    ${chats.map((chat) => chat.userId)}::bigint[], ${chats.map((chat) => chat.peerId)}::bigint[],
    ${chats.map((chat) => chat.closedMs ?? 0)}::float8[]
  ) AS chat (user_id, peer_id, closed_ms)`;
}

/** Moves people's read positions forward, in the order of their keys; never while the two are blocked. */
async function moveRead(
  db: Queryable,
  chats: RawBuilder<unknown>,
  to: RawBuilder<unknown>,
): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    UPDATE conversation_members member SET read_sequence = due.sequence
    FROM (
      SELECT own.conversation_id, own.user_id, ${to} AS sequence
      FROM ${chats}
      JOIN direct_conversations pair
        ON pair.low_id = least(chat.user_id, chat.peer_id) AND pair.high_id = greatest(chat.user_id, chat.peer_id)
      JOIN conversations head ON head.id = pair.conversation_id
      JOIN conversation_members own
        ON own.conversation_id = pair.conversation_id AND own.user_id = chat.user_id
      WHERE own.read_sequence < head.last_sequence
        AND NOT ${areBlocked(sql`chat.user_id`, sql`chat.peer_id`)}
      ORDER BY own.conversation_id, own.user_id FOR NO KEY UPDATE OF own
    ) due
    WHERE member.conversation_id = due.conversation_id AND member.user_id = due.user_id
      AND member.read_sequence < due.sequence
    RETURNING member.user_id`.execute(db);
  return rows.map((row) => row.user_id);
}
