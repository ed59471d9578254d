import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Queryable, Tx } from '../../../platform/database/index.ts';
import { members, moveToConversation } from '../../messages/index.ts';
import { areBlocked, isStranger } from '../../relations/index.ts';

/** Two users, as the viewer, who is one of them, sees them. */
export type Pair = {
  readonly peerId: number;
  readonly peerName: string;
  /** The account of the peer is neither deleted nor suspended. */
  readonly isHere: boolean;
  /** The peer takes messages (X-19). */
  readonly isAvailable: boolean;
  readonly isViewerAvailable: boolean;
  /** Whether each tells what they have read; the sender of a message is told only if both do (FT-03). */
  readonly doesPeerTellRead: boolean;
  readonly doesViewerTellRead: boolean;
  /** When the accounts were created. */
  readonly viewerSince: Date;
  readonly peerSince: Date;
  /** There is a block between them, in either direction. */
  readonly isBlocked: boolean;
  /** Whether each is a stranger to the other (MR-01). */
  readonly isViewerStranger: boolean;
  readonly isPeerStranger: boolean;
  /** How many texts the viewer has written to the peer as a stranger, whispers included. */
  readonly textsWritten: number;
  /** A private message was stored, or the peer lets the viewer begin the chat (MR-03). */
  readonly mayBegin: boolean;
  /** Undefined before the first message. */
  readonly conversationId: number | undefined;
  /** Sequence of the newest message; 0 before the first one. */
  readonly lastSequence: number;
  /** The sequence up to which each has read the messages of the other. */
  readonly ownRead: number;
  readonly peerRead: number;
};

type PairRow = {
  peer_id: number;
  peer_name: string;
  is_here: boolean;
  is_available: boolean;
  is_viewer_available: boolean;
  peer_tells_read: boolean;
  viewer_tells_read: boolean;
  viewer_since: Date;
  peer_since: Date;
  is_blocked: boolean;
  is_viewer_stranger: boolean;
  is_peer_stranger: boolean;
  texts_written: number;
  may_begin: boolean;
  conversation_id: number | null;
  last_sequence: number;
  own_read: number;
  peer_read: number;
};

/**
 * SQL: the sequence up to which a reader has read. Messages that arrive while the chat of the reader is open count as
 * read (SV-46).
 */
const readBy = (member: 'own' | 'theirs', reader: RawBuilder<unknown>, writer: RawBuilder<unknown>) => sql`
  CASE WHEN EXISTS (
    SELECT FROM open_chats open WHERE open.user_id = ${reader} AND open.peer_id = ${writer} AND open.open_until > now()
  ) THEN head.last_sequence ELSE coalesce(${sql.ref(member)}.read_sequence, head.last_sequence, 0) END`;

async function findPairs(db: Queryable, viewerId: number, which: RawBuilder<unknown>): Promise<Pair[]> {
  const viewer = sql`${viewerId}::bigint`;
  const { rows } = await sql<PairRow>`
    SELECT peer.id AS peer_id, peer.username AS peer_name, peer.is_available,
      self.is_available AS is_viewer_available, peer.tell_read AS peer_tells_read,
      self.tell_read AS viewer_tells_read, self.created_at AS viewer_since, peer.created_at AS peer_since,
      peer.deleted_at IS NULL AND peer.suspended_at IS NULL AS is_here,
      ${areBlocked(viewer, sql`peer.id`)} AS is_blocked, pair.conversation_id,
      ${isStranger(viewer, sql`peer.id`)} AS is_viewer_stranger,
      ${isStranger(sql`peer.id`, viewer)} AS is_peer_stranger,
      coalesce((
        SELECT request.texts FROM private_requests request
        WHERE request.sender_id = ${viewer} AND request.recipient_id = peer.id
      ), 0) AS texts_written,
      coalesce(pair.accepted_by_low OR pair.accepted_by_high, false) OR may_begin_chat(${viewer}, peer.id) AS may_begin,
      coalesce(head.last_sequence, 0) AS last_sequence,
      coalesce(${readBy('own', viewer, sql`peer.id`)}, 0) AS own_read,
      coalesce(${readBy('theirs', sql`peer.id`, viewer)}, 0) AS peer_read
    FROM users peer
    JOIN users self ON self.id = ${viewer}
    LEFT JOIN direct_conversations pair
      ON pair.low_id = least(peer.id, ${viewer}) AND pair.high_id = greatest(peer.id, ${viewer})
    LEFT JOIN conversations head ON head.id = pair.conversation_id
    LEFT JOIN conversation_members own
      ON own.conversation_id = pair.conversation_id AND own.user_id = ${viewer}
    LEFT JOIN conversation_members theirs
      ON theirs.conversation_id = pair.conversation_id AND theirs.user_id = peer.id
    WHERE peer.id <> ${viewer} AND ${which}`.execute(db);
  return rows.map((row) => ({
    peerId: row.peer_id,
    peerName: row.peer_name,
    isHere: row.is_here,
    isAvailable: row.is_available,
    isViewerAvailable: row.is_viewer_available,
    doesPeerTellRead: row.peer_tells_read,
    doesViewerTellRead: row.viewer_tells_read,
    viewerSince: row.viewer_since,
    peerSince: row.peer_since,
    isBlocked: row.is_blocked,
    isViewerStranger: row.is_viewer_stranger,
    isPeerStranger: row.is_peer_stranger,
    textsWritten: row.texts_written,
    mayBegin: row.may_begin,
    conversationId: row.conversation_id ?? undefined,
    lastSequence: row.last_sequence,
    ownRead: row.own_read,
    peerRead: row.peer_read,
  }));
}

async function findPair(
  db: Queryable,
  viewerId: number,
  which: RawBuilder<unknown>,
): Promise<Pair | undefined> {
  return (await findPairs(db, viewerId, which))[0];
}

/** Returns the viewer and the user with a name; undefined for an unknown name. */
export function findPairByName(db: Queryable, viewerId: number, username: string): Promise<Pair | undefined> {
  return findPair(db, viewerId, sql`peer.username = ${username}`);
}

/** Returns the viewer and the user with an id. */
export function findPairById(db: Queryable, viewerId: number, peerId: number): Promise<Pair | undefined> {
  return findPair(db, viewerId, sql`peer.id = ${peerId}`);
}

/** Returns the viewer and the peer of a private conversation; undefined if the viewer is not in it. */
export async function findPairOf(
  db: Queryable,
  viewerId: number,
  conversationId: number,
): Promise<Pair | undefined> {
  return (await findPairsOf(db, viewerId, [conversationId]))[0];
}

/** Returns the viewer and the peer of each of the conversations that are private chats of the viewer. */
export function findPairsOf(
  db: Queryable,
  viewerId: number,
  conversationIds: readonly number[],
): Promise<Pair[]> {
  // An array, so that the peers are looked up by their ids: a condition on the pairs would read all users.
  const peerIds = sql`ARRAY(
    SELECT chat.low_id + chat.high_id - ${viewerId}::bigint FROM direct_conversations chat
    WHERE chat.conversation_id = ANY (${conversationIds}::bigint[]) AND ${viewerId}::bigint IN (chat.low_id, chat.high_id))`;
  return findPairs(db, viewerId, sql`peer.id = ANY (${peerIds})`);
}

/** Returns the viewer and each of the users with these ids. */
export function findPairsWith(db: Queryable, viewerId: number, peerIds: readonly number[]): Promise<Pair[]> {
  return findPairs(db, viewerId, sql`peer.id = ANY (${peerIds}::bigint[])`);
}

/** Returns the private conversation of two users, if there is one. */
export async function findConversation(
  db: Queryable,
  one: number,
  other: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ conversation_id: number }>`
    SELECT conversation_id FROM direct_conversations
    WHERE low_id = ${Math.min(one, other)} AND high_id = ${Math.max(one, other)}`.execute(db);
  return rows[0]?.conversation_id;
}

/** Returns whether the user has ever written in the conversation, deleted messages included. */
export async function hasWritten(db: Queryable, userId: number, conversationId: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM messages WHERE conversation_id = ${conversationId} AND sender_id = ${userId} LIMIT 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** Creates the conversation of two users. The caller holds the lock of the pair and has checked that there is none. */
export async function insertConversation(tx: Tx, one: number, other: number): Promise<number> {
  const conversationId = await members.createConversation(tx, 'direct');
  await sql`
    INSERT INTO direct_conversations (conversation_id, low_id, high_id)
    VALUES (${conversationId}, ${Math.min(one, other)}, ${Math.max(one, other)})`.execute(tx);
  await members.addMember(tx, conversationId, one);
  await members.addMember(tx, conversationId, other);
  await moveToConversation(tx, conversationId, one, other);
  return conversationId;
}

/** Removes the user from all private conversations; the caller holds the locks of their heads. */
export async function leaveAll(tx: Tx, userId: number): Promise<void> {
  await sql`
    DELETE FROM conversation_members member USING direct_conversations pair
    WHERE member.user_id = ${userId} AND pair.conversation_id = member.conversation_id`.execute(tx);
}

/** Returns the peers of the user's private conversations without users with a block, newest conversation first. */
export async function listPeers(db: Queryable, userId: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ peer_id: number }>`
    SELECT peer.id AS peer_id
    FROM conversation_members member
    JOIN direct_conversations pair ON pair.conversation_id = member.conversation_id
    JOIN conversations head ON head.id = pair.conversation_id
    JOIN users peer ON peer.id = CASE pair.low_id WHEN member.user_id THEN pair.high_id ELSE pair.low_id END
    WHERE member.user_id = ${userId} AND NOT ${areBlocked(sql`member.user_id`, sql`peer.id`)}
    ORDER BY head.last_message_at DESC NULLS LAST LIMIT ${limit}`.execute(db);
  return rows.map((row) => row.peer_id);
}

/** Returns the names of users by id. */
export async function namesOf(db: Queryable, userIds: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; username: string }>`
    SELECT id, username FROM users WHERE id = ANY (${userIds}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row.username]));
}

/** Returns both users of a private conversation; none for a room. */
export async function findPeopleOf(
  db: Queryable,
  conversationId: number,
): Promise<{ readonly userId: number; readonly username: string }[]> {
  const { rows } = await sql<{ userId: number; username: string }>`
    SELECT person.id AS "userId", person.username
    FROM direct_conversations pair JOIN users person ON person.id IN (pair.low_id, pair.high_id)
    WHERE pair.conversation_id = ${conversationId}`.execute(db);
  return rows;
}
