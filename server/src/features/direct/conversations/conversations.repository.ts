import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import type { ListCursor } from '../../../platform/paging/list-cursor.ts';
import type { MessageRow, StoredMessage } from '../../messages/index.ts';
import { isMuteOn, messageColumns, messageJoins, messageOf, notHiddenBy } from '../../messages/index.ts';
import { isOnline, lastActiveOf } from '../../presence/index.ts';
import { areBlocked, isStranger } from '../../relations/index.ts';
import { isAcceptedBy, isRequestTo, isShownPerson } from '../requests/requests.repository.ts';
import { isChatOpen, unreadIn } from '../unread/unread.repository.ts';

/** A row is committed within this time after its timestamp; a commit may take ten seconds. */
const DATED_WITHIN = sql`interval '1 minute'`;

type ConversationRow = {
  conversation_id: number;
  position: Date;
  peer_id: number;
  is_request: boolean;
  is_own_request: boolean;
  username: string;
  sex: 'male' | 'female';
  profile_image_url: string | null;
  is_online: boolean;
  last_active_at: Date | null;
  unread_count: number;
  is_muted: boolean;
  muted_until: Date | null;
  is_read: boolean;
  snapshot: string;
  listed_at: Date;
};

/** A row has no message if all were deleted since the list began. */
type ListRow = ConversationRow & (MessageRow | { sequence: null });

/** One conversation in the list; `position` is the time of its newest message when the list began. */
export type ConversationEntry = {
  readonly conversationId: number;
  readonly position: Date;
  readonly peer: {
    readonly id: number;
    readonly username: string;
    readonly sex: 'male' | 'female';
    readonly picture: string | null;
    readonly isOnline: boolean;
    readonly lastActive: Date | null;
  };
  /** The newest message that the viewer may see now; undefined once there is none. */
  readonly latest: StoredMessage | undefined;
  /** Whether the recipient of the newest message has read it, as far as the viewer may know (FT-03). */
  readonly isRead: boolean;
  /** The sender of the newest message is a stranger to its recipient (MR-01). */
  readonly isRequest: boolean;
  readonly unreadCount: number;
  readonly isMuted: boolean;
  /** Null without end. */
  readonly mutedUntil: Date | null;
  /** The snapshot of this page and its time. */
  readonly snapshot: string;
  readonly readAt: Date;
};

type Request = {
  readonly viewerId: number;
  /** The chats of the viewer, or the requests of strangers (MR-02). */
  readonly list: 'chats' | 'requests';
  readonly limit: number;
  readonly after: ListCursor | undefined;
};

/**
 * Returns one page of a user's private conversations, or of the requests to the user, in one statement. Conversations are ordered by their newest
 * message at the time when the list began, so that none is missed or repeated while messages arrive (SV-40).
 */
export async function listConversations(db: Queryable, request: Request): Promise<ConversationEntry[]> {
  const { limit, after } = request;
  const viewer = sql`${request.viewerId}::bigint`;
  const afterCursor = after
    ? sql`(position < ${after.position} OR (position = ${after.position} AND conversation_id > ${after.id}))`
    : sql`position IS NOT NULL`;
  const { rows } = await sql<ListRow>`
    WITH own AS (
      SELECT pair.conversation_id, ${isAcceptedBy(viewer)} AS is_accepted, member.read_sequence, head.last_sequence, head.last_message_at,
        head.revision > head.revisions_without_deletion AS has_deletions,
        greatest(member.cleared_to, head.cleared_to) AS cleared_to,
        CASE pair.low_id WHEN ${viewer} THEN pair.high_id ELSE pair.low_id END AS peer_id
      FROM conversation_members member
      JOIN direct_conversations pair ON pair.conversation_id = member.conversation_id
      JOIN conversations head ON head.id = member.conversation_id
      WHERE member.user_id = ${viewer} AND ${isInList(request.list, viewer)}
    ), placed AS (
      SELECT own.*, ${positionOf(viewer, after)} AS position FROM own
      WHERE own.last_sequence > own.cleared_to AND NOT ${areBlocked(viewer, sql`own.peer_id`)}
    ), page AS MATERIALIZED (
      SELECT * FROM placed WHERE ${afterCursor} ORDER BY position DESC, conversation_id LIMIT ${limit}
    )
    SELECT own.conversation_id, own.position, own.peer_id, peer.username, peer.sex,
      NOT own.is_accepted AND ${isStranger(sql`own.peer_id`, viewer)} AS is_request,
      ${isStranger(viewer, sql`own.peer_id`)} AS is_own_request,
      CASE WHEN peer.suspended_at IS NULL THEN peer.profile_image_url END AS profile_image_url,
      peer.is_available AND ${isOnline(sql`peer.id`)} AS is_online,
      CASE WHEN peer.deleted_at IS NULL AND peer.suspended_at IS NULL THEN ${lastActiveOf('peer')} END AS last_active_at,
      mute.user_id IS NOT NULL AS is_muted, mute.until AS muted_until,
      ${unreadCount(viewer)} AS unread_count, ${isRead(viewer)} AS is_read,
      pg_current_snapshot()::text AS snapshot, clock_timestamp()::timestamptz(3) AS listed_at,
      ${messageColumns(viewer)}
    FROM page own
    JOIN users peer ON peer.id = own.peer_id
    JOIN users self ON self.id = ${viewer}
    LEFT JOIN conversation_members theirs
      ON theirs.conversation_id = own.conversation_id AND theirs.user_id = own.peer_id
    LEFT JOIN conversation_mutes mute
      ON mute.conversation_id = own.conversation_id AND mute.user_id = ${viewer} AND ${isMuteOn('mute')}
    LEFT JOIN LATERAL (
      SELECT * FROM messages m
      WHERE m.conversation_id = own.conversation_id AND m.sequence > own.cleared_to
        AND m.deleted_at IS NULL AND ${notHiddenBy(viewer)}
      ORDER BY m.sequence DESC LIMIT 1
    ) m ON true
    ${messageJoins}
    ORDER BY own.position DESC, own.conversation_id`.execute(db);
  return rows.map(entryOf);
}

/**
 * SQL: the time of the newest visible message of a conversation when the list began. The head has it, unless messages
 * were deleted in the conversation or may have been stored since; only then its messages are read.
 */
function positionOf(viewer: RawBuilder<unknown>, after: ListCursor | undefined): RawBuilder<unknown> {
  const startedAt = after && sql`${after.startedAt}::timestamptz`;
  // Only a chat that the viewer has not accepted may end with a message that never reaches them (MR-02).
  const isShown = sql`(own.is_accepted OR NOT EXISTS (
    SELECT FROM hidden_messages unheard
    WHERE unheard.user_id = ${viewer} AND unheard.conversation_id = own.conversation_id
      AND unheard.sequence = own.last_sequence))`;
  const isKnown = startedAt
    ? sql`NOT own.has_deletions AND own.last_message_at <= ${startedAt} - ${DATED_WITHIN} AND ${isShown}`
    : sql`NOT own.has_deletions AND ${isShown}`;
  const wasThere = startedAt
    ? sql`${wasCommitted(after, sql`coalesce(m.stored_by, m.xmin::text::bigint)`, sql`m.created_at`)}
        AND (m.deleted_at IS NULL OR NOT ${wasCommitted(after, sql`m.xmin::text::bigint`, sql`m.deleted_at`)})
        AND NOT EXISTS (
          SELECT FROM hidden_messages hidden
          WHERE hidden.user_id = ${viewer} AND hidden.conversation_id = m.conversation_id
            AND hidden.sequence = m.sequence
            AND ${wasCommitted(after, sql`hidden.xmin::text::bigint`, sql`hidden.hidden_at`)}
        )`
    : sql`m.deleted_at IS NULL AND ${notHiddenBy(viewer)}`;
  return sql`CASE WHEN ${isKnown} THEN own.last_message_at ELSE (
    SELECT m.created_at FROM messages m
    WHERE m.conversation_id = own.conversation_id AND m.sequence > own.cleared_to AND ${wasThere}
    ORDER BY m.sequence DESC LIMIT 1
  ) END`;
}

/**
 * SQL condition: a transaction was committed in the snapshot with which the list began. Its timestamp is not
 * sufficient, because it is taken before the commit. Only the lower half of the transaction number is stored; the rest
 * comes from the snapshot.
 */
function wasCommitted(
  { snapshot, startedAt }: ListCursor,
  by: RawBuilder<unknown>,
  at: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const start = sql`${startedAt}::timestamptz`;
  const upTo = sql`pg_snapshot_xmax(${snapshot}::pg_snapshot)::text::bigint`;
  const ago = sql`((${upTo} - ${by}) & 4294967295)`;
  return sql`(${at} <= ${start} - ${DATED_WITHIN}
    OR (${at} <= ${start} + ${DATED_WITHIN} AND ${ago} < 2147483648
      AND pg_visible_in_snapshot(greatest(${upTo} - ${ago}, 0)::text::xid8, ${snapshot}::pg_snapshot)))`;
}

/** SQL condition: private chat `pair` belongs to the list. */
function isInList(list: Request['list'], viewer: RawBuilder<unknown>): RawBuilder<unknown> {
  const peerId = sql`pair.low_id + pair.high_id - ${viewer}`;
  if (list === 'chats') return sql`NOT ${isRequestTo(viewer, peerId)}`;
  return sql`${isRequestTo(viewer, peerId)} AND EXISTS (
    SELECT FROM users person WHERE person.id = ${peerId} AND ${isShownPerson('person')})`;
}

function unreadCount(viewer: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`CASE
    WHEN own.last_sequence <= own.read_sequence OR ${isChatOpen(viewer, sql`own.peer_id`)} THEN 0
    ELSE (SELECT count(*) FROM messages m WHERE ${unreadIn(viewer)}) END`;
}

function isRead(viewer: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`CASE WHEN m.sender_id = ${viewer}
    THEN peer.tell_read AND self.tell_read AND NOT ${isStranger(viewer, sql`own.peer_id`)}
      AND (m.sequence <= coalesce(theirs.read_sequence, own.last_sequence) OR ${isChatOpen(sql`own.peer_id`, viewer)})
    ELSE m.sequence <= own.read_sequence OR ${isChatOpen(viewer, sql`own.peer_id`)} END`;
}

function entryOf(row: ListRow): ConversationEntry {
  return {
    conversationId: row.conversation_id,
    position: row.position,
    peer: {
      id: row.peer_id,
      username: row.username,
      sex: row.sex,
      picture: row.profile_image_url,
      isOnline: row.is_online,
      lastActive: row.last_active_at,
    },
    latest: row.sequence === null ? undefined : messageOf(row),
    isRead: row.is_read,
    isRequest: row.sequence !== null && row.sender_id === row.peer_id ? row.is_request : row.is_own_request,
    unreadCount: row.unread_count,
    isMuted: row.is_muted,
    mutedUntil: row.muted_until,
    snapshot: row.snapshot,
    readAt: row.listed_at,
  };
}
