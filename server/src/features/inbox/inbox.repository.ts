import { UNREAD_CAP, type InboxFilter } from '@adda/contract/inbox';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Queryable } from '../../platform/database/index.ts';
import { isChatOpen, isRequestTo } from '../direct/index.ts';
import {
  hasMuted,
  isShownTo,
  mentions,
  messageColumns,
  messageJoins,
  messageOf,
  type MessageRow,
  type StoredMessage,
} from '../messages/index.ts';
import { isOnline } from '../presence/index.ts';
import { areBlocked } from '../relations/index.ts';

/**
 * The place of a row in the inbox, where its next page continues. `id` is the conversation, or, for a draft before the first
 * message of a private chat, the negative id of the peer.
 */
export type InboxPosition = { readonly updatedAt: Date; readonly id: number };

/** A row of the inbox; `conversationId` is undefined for a draft before the first message of a private chat. */
export type InboxRow = InboxPosition & {
  readonly viewer: { readonly userId: number; readonly username: string };
  readonly conversationId: number | undefined;
  /** Public id of the room; null in a private chat. */
  readonly groupId: string | null;
  /** Name of the other user of a private chat; null in a room. */
  readonly username: string | null;
  readonly name: string;
  readonly picture: string | null;
  readonly isOnline: boolean;
  /** The newest message that the viewer sees; undefined without one. */
  readonly latest: StoredMessage | undefined;
  readonly unreadCount: number;
  readonly mentionCount: number;
  readonly isMuted: boolean;
  readonly draft:
    | { readonly text: string; readonly replySequence: number | null; readonly updatedAt: Date }
    | undefined;
};

/** A page of the inbox of one user. */
export type InboxRequest = {
  readonly viewerId: number;
  readonly filter: InboxFilter;
  readonly limit: number;
  readonly after?: InboxPosition | undefined;
};

/** A conversation of a user. */
export type ViewerPlace = { readonly userId: number; readonly conversationId: number };

type Row = (MessageRow | { sequence: null }) & {
  id: number;
  viewer_id: number;
  viewer_name: string;
  conversation_id: number | null;
  updated_at: Date;
  group_id: string | null;
  username: string | null;
  name: string;
  picture: string | null;
  is_online: boolean;
  unread_count: number;
  mention_count: number;
  is_muted: boolean;
  draft_text: string | null;
  draft_reply: number | null;
  drafted_at: Date | null;
};

/**
 * SQL: the number of messages of others behind the read position that the viewer sees, at most `UNREAD_CAP` (HM-02), in
 * conversation `head` with the viewer's membership `own`. What arrives while a private chat is open counts as read (SV-46).
 */
export const unreadBehind = (viewer: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  CASE WHEN head.last_sequence <= own.read_sequence OR EXISTS (
    SELECT FROM direct_conversations pair WHERE pair.conversation_id = head.id
      AND ${isChatOpen(viewer, sql`pair.low_id + pair.high_id - ${viewer}`)})
  THEN 0 ELSE (
    SELECT count(*) FROM (
      SELECT FROM messages m
      WHERE m.conversation_id = head.id AND m.sequence > own.read_sequence AND m.sender_id <> ${viewer}
        AND ${isShownTo(viewer)}
      ORDER BY m.sequence LIMIT ${UNREAD_CAP}
    ) waiting
  ) END`;

/** SQL condition: the viewer sees `peer`, the other user of a private chat. */
const isPeerShown = (viewer: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(peer.suspended_at IS NULL AND NOT ${areBlocked(viewer, sql`peer.id`)})`;

/** The user whose row it is, in the queries below. */
const member = sql`own.user_id`;

/** SQL conditions of the filters, on conversation `head` of member `own`. */
const FILTERS: Readonly<Record<InboxFilter, RawBuilder<unknown>>> = {
  all: sql`true`,
  rooms: sql`head.kind = 'room'`,
  people: sql`head.kind = 'direct'`,
  unread: sql`${unreadBehind(member)} > 0`,
};

/**
 * SQL query: the conversations of members `own` that have a row. A private chat without a visible message has one only with a
 * draft, and a request of a stranger none until it is accepted (MR-02).
 */
const conversationsWhere = (condition: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  SELECT own.user_id AS viewer_id, head.id, head.id AS conversation_id, latest.sequence AS latest_sequence,
    coalesce(latest.created_at, own.joined_at) AS updated_at, room.group_id, coalesce(room.name, peer.display_name) AS name,
    peer.id AS peer_id, draft.text AS draft_text, draft.reply_sequence AS draft_reply, draft.updated_at AS drafted_at
  FROM conversation_members own
  JOIN conversations head ON head.id = own.conversation_id
  LEFT JOIN rooms room ON room.conversation_id = head.id AND room.deleted_at IS NULL
  LEFT JOIN direct_conversations pair ON pair.conversation_id = head.id
  LEFT JOIN users peer ON peer.id = pair.low_id + pair.high_id - ${member}
  LEFT JOIN drafts draft ON draft.user_id = ${member} AND draft.conversation_id = head.id
  LEFT JOIN LATERAL (
    SELECT m.sequence, m.created_at FROM messages m
    WHERE m.conversation_id = head.id AND ${isShownTo(member)} ORDER BY m.sequence DESC LIMIT 1
  ) latest ON true
  WHERE ${condition}
    AND CASE head.kind WHEN 'room' THEN room.group_id IS NOT NULL
      ELSE (latest.sequence IS NOT NULL OR draft.user_id IS NOT NULL) AND ${isPeerShown(member)}
        AND NOT ${isRequestTo(member, sql`peer.id`)} END`;

/** SQL query: the drafts of a user to others with whom there is no chat yet. */
const draftsWithoutChat = (condition: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  SELECT draft.user_id AS viewer_id, -peer.id AS id, NULL::bigint AS conversation_id, NULL::bigint AS latest_sequence,
    draft.updated_at, NULL::text AS group_id, peer.display_name AS name, peer.id AS peer_id, draft.text AS draft_text,
    draft.reply_sequence AS draft_reply, draft.updated_at AS drafted_at
  FROM drafts draft JOIN users peer ON peer.id = draft.peer_id
  WHERE ${condition} AND peer.deleted_at IS NULL AND ${isPeerShown(sql`draft.user_id`)}`;

/** Reads the rows of a query of `page`, in one statement. */
async function readRows(db: Queryable, page: RawBuilder<unknown>): Promise<InboxRow[]> {
  const viewer = sql`page.viewer_id`;
  const { rows } = await sql<Row>`
    WITH page AS MATERIALIZED (${page})
    SELECT page.id, page.viewer_id, self.username AS viewer_name, page.conversation_id, page.updated_at, page.group_id,
      page.name, page.draft_text, page.draft_reply, page.drafted_at, peer.username,
      coalesce(room.picture_url, peer.profile_image_url) AS picture,
      coalesce(peer.is_available AND ${isOnline(sql`peer.id`)}, false) AS is_online,
      CASE WHEN page.conversation_id IS NULL THEN 0 ELSE ${unreadBehind(viewer)} END AS unread_count,
      coalesce(mentioned.unread_mentions, 0) AS mention_count, ${hasMuted(viewer, sql`page.conversation_id`)} AS is_muted,
      ${messageColumns(viewer)}
    FROM page
    JOIN users self ON self.id = page.viewer_id
    LEFT JOIN conversations head ON head.id = page.conversation_id
    LEFT JOIN conversation_members own ON own.conversation_id = head.id AND own.user_id = page.viewer_id
    LEFT JOIN rooms room ON room.conversation_id = head.id
    LEFT JOIN users peer ON peer.id = page.peer_id
    LEFT JOIN LATERAL (
      ${mentions.unreadMentionsIn(viewer, sql`page.conversation_id`)}
    ) mentioned ON page.group_id IS NOT NULL
    LEFT JOIN messages m ON m.conversation_id = page.conversation_id AND m.sequence = page.latest_sequence
    ${messageJoins}
    ORDER BY page.updated_at DESC, page.id DESC`.execute(db);
  return rows.map(rowOf);
}

/** A conversation that may be on a page, of `total` ones: its row stands there at the time `bound`, or later in the list. */
type Candidate = { readonly id: number; readonly bound: Date; readonly total: number };

/**
 * Conversations that are read for one row of a page: the newest message of most is visible, so that their place is known from
 * the conversation alone.
 */
const CANDIDATES_PER_ROW = 2;

/** SQL conditions that the conversations of a filter fulfil, without reading messages. */
const CANDIDATES: Readonly<Record<InboxFilter, RawBuilder<unknown>>> = {
  ...FILTERS,
  unread: sql`head.last_sequence > own.read_sequence`,
};

/**
 * Returns the first conversations of a user by the time of their last message, visible or not: so many that `count` of them are
 * not before the page's place.
 */
async function listCandidates(
  db: Queryable,
  { viewerId, filter, after }: InboxRequest,
  count: number,
): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    WITH candidate AS MATERIALIZED (
      SELECT head.id, greatest(head.last_message_at, own.joined_at) AS bound
      FROM conversation_members own JOIN conversations head ON head.id = own.conversation_id
      WHERE own.user_id = ${viewerId} AND ${CANDIDATES[filter]}
    )
    SELECT id, bound, (SELECT count(*) FROM candidate) AS total FROM candidate ORDER BY bound DESC, id DESC
    LIMIT ${count} + ${after ? sql`(SELECT count(*) FROM candidate WHERE bound > ${after.updatedAt})` : sql`0`}`.execute(
    db,
  );
  return rows;
}

/**
 * Returns a page of a user's inbox, the rows with the newest messages first (HM-01). Only conversations whose last message is new
 * enough are read, so that the time does not depend on how many the user has.
 */
export async function listInbox(db: Queryable, request: InboxRequest): Promise<InboxRow[]> {
  const { filter, limit, after, viewerId } = request;
  const hasDrafts = filter === 'all' || filter === 'people';
  const isBehind = after ? sql`(updated_at, id) < (${after.updatedAt}, ${after.id})` : sql`true`;
  const drafts = sql`UNION ALL ${draftsWithoutChat(sql`draft.user_id = ${viewerId}`)}`;
  for (let count = limit * CANDIDATES_PER_ROW; ; count *= 4) {
    const candidates = await listCandidates(db, request, count);
    const own = conversationsWhere(sql`own.user_id = ${viewerId} AND ${FILTERS[filter]}
      AND own.conversation_id = ANY (${candidates.map(({ id }) => id)}::bigint[])`);
    const rows = await readRows(
      db,
      sql`SELECT * FROM (${own} ${hasDrafts ? drafts : sql``}) listed
        WHERE ${isBehind} ORDER BY updated_at DESC, id DESC LIMIT ${limit}`,
    );
    const reach = candidates.at(-1);
    if (!reach || candidates.length === reach.total) return rows;
    // Conversations that were not read stand at `reach` or later in the list.
    const last = rows[limit - 1];
    if (last && last.updatedAt > reach.bound) return rows;
  }
}

/** Returns the rows of conversations of several users as they are now; those without a row are left out. */
export const readInboxRows = (db: Queryable, places: readonly ViewerPlace[]): Promise<InboxRow[]> =>
  readRows(
    db,
    conversationsWhere(sql`(own.user_id, own.conversation_id) IN (
      SELECT * FROM unnest(
        ${places.map(({ userId }) => userId)}::bigint[], ${places.map((place) => place.conversationId)}::bigint[]
      ))`),
  );

/** Returns the rows of drafts to users with whom there is no chat. */
export const readDraftRows = (
  db: Queryable,
  pairs: readonly { readonly userId: number; readonly peerId: number }[],
): Promise<InboxRow[]> =>
  readRows(
    db,
    draftsWithoutChat(sql`(draft.user_id, draft.peer_id) IN (
      SELECT * FROM unnest(
        ${pairs.map(({ userId }) => userId)}::bigint[], ${pairs.map(({ peerId }) => peerId)}::bigint[]
      ))`),
  );

function rowOf(row: Row): InboxRow {
  const { draft_text: text, drafted_at: draftedAt } = row;
  return {
    id: row.id,
    viewer: { userId: row.viewer_id, username: row.viewer_name },
    conversationId: row.conversation_id ?? undefined,
    updatedAt: row.updated_at,
    groupId: row.group_id,
    username: row.username,
    name: row.name,
    picture: row.picture,
    isOnline: row.is_online,
    latest: row.sequence === null ? undefined : messageOf(row),
    unreadCount: row.unread_count,
    mentionCount: row.mention_count,
    isMuted: row.is_muted,
    draft:
      text === null || draftedAt === null
        ? undefined
        : { text, replySequence: row.draft_reply, updatedAt: draftedAt },
  };
}

/** Returns what is unread in one conversation of a user, as {@link listInbox} counts it; zero without a membership. */
export async function countBehind(
  db: Queryable,
  viewerId: number,
  conversationId: number,
): Promise<{ readonly unreadCount: number; readonly mentionCount: number }> {
  const viewer = sql`${viewerId}::bigint`;
  const { rows } = await sql<{ unread_count: number; unread_mentions: number }>`
    SELECT ${unreadBehind(viewer)} AS unread_count, mentioned.unread_mentions
    FROM conversation_members own
    JOIN conversations head ON head.id = own.conversation_id
    CROSS JOIN LATERAL (${mentions.unreadMentionsIn(viewer, sql`head.id`)}) mentioned
    WHERE own.conversation_id = ${conversationId} AND own.user_id = ${viewer}`.execute(db);
  return { unreadCount: rows[0]?.unread_count ?? 0, mentionCount: rows[0]?.unread_mentions ?? 0 };
}
