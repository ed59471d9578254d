import type { directRoutes } from '@adda/contract/direct';
import { CONVERSATIONS_PAGE, CONVERSATIONS_PAGE_MAX, conversationIdOf } from '@adda/contract/direct';
import type { Conversation } from '@adda/contract/direct';
import { listLimit } from '@adda/contract/kernel';
import type { Database } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { Actor, Handlers } from '../../../platform/http/handler.ts';
import { readCursor, writeCursor } from '../../../platform/paging/list-cursor.ts';
import { linksFor, privateMessageOf } from '../chat/private-messages.codec.ts';
import type { PrivateMedia } from '../direct.types.ts';
import type { Receipts } from '../receipts/receipts.service.ts';
import { listConversations, type ConversationEntry } from './conversations.repository.ts';

type Deps = {
  readonly database: Database;
  readonly media: Pick<PrivateMedia, 'messageLink' | 'viewerCookie'>;
  /** Current time; the system clock unless a test sets it. */
  readonly clock?: () => Date;
  /** Called with what a user has received by a request. */
  readonly received: Receipts['note'];
};

/** Reads pages of the private conversations of a user, or of the requests to them (MR-02). */
export type ConversationPages = {
  readonly read: (
    actor: Actor,
    query: { readonly limit?: string | undefined; readonly last_id?: string | undefined },
    list: 'chats' | 'requests',
  ) => Promise<{
    readonly entries: readonly { readonly peerId: number; readonly conversation: Conversation }[];
    readonly next_last_id: string | null;
  }>;
};

/** The private conversations of a user. */
export type Conversations = {
  readonly handlers: Pick<Handlers<typeof directRoutes>, 'GET /messages/conversations'>;
  readonly pages: ConversationPages;
};

/** Creates the list of conversations (SV-40). */
export function createConversations({
  database,
  media,
  received,
  clock = () => new Date(),
}: Deps): Conversations {
  /**
   * Returns one page. Throws `invalid_parameters` for an invalid limit or cursor, or a cursor of a list that began too
   * long ago.
   */
  async function read(
    actor: Actor,
    query: { limit?: string | undefined; last_id?: string | undefined },
    list: 'chats' | 'requests',
  ) {
    const limit = limitOf(query.limit);
    const after = query.last_id ? readCursor(query.last_id, clock()) : undefined;
    if (limit === undefined || (query.last_id && !after)) throw appError('invalid_parameters');
    const request = { viewerId: actor.userId, list, limit: limit + 1, after };
    const found = await listConversations(database.db, request);
    const page = found.slice(0, limit);
    const last = found.length > limit ? page.at(-1) : undefined;
    if (list === 'chats') noteReceived(actor, page);
    const { snapshot, startedAt } = after ?? { snapshot: last?.snapshot, startedAt: last?.readAt };
    const linkOf = linksFor(media, actor.userId);
    return {
      entries: page.flatMap((entry) =>
        conversationOf(actor, entry, linkOf).map((conversation) => ({ peerId: entry.peer.id, conversation })),
      ),
      next_last_id:
        last && snapshot !== undefined && startedAt
          ? writeCursor({ snapshot, startedAt, position: last.position, id: last.conversationId })
          : null,
    };
  }

  async function list(actor: Actor, query: Parameters<typeof read>[1]) {
    const { entries, next_last_id } = await read(actor, query, 'chats');
    return { conversations: entries.map(({ conversation }) => conversation), next_last_id };
  }

  function noteReceived({ userId }: Actor, page: readonly ConversationEntry[]): void {
    for (const { latest } of page) {
      if (!latest || latest.senderId === null || latest.senderId === userId) continue;
      received({ userId, peerId: latest.senderId, kind: 'delivered', upTo: latest.sequence });
    }
  }

  return {
    handlers: {
      'GET /messages/conversations': ({ actor, query, origin }) => {
        media.viewerCookie.remember(origin.cookies, actor);
        return list(actor, query);
      },
    },
    pages: { read },
  };
}

const pageLimit = listLimit(CONVERSATIONS_PAGE, CONVERSATIONS_PAGE_MAX);

/** Returns the number of conversations of a page; undefined for an invalid one. */
function limitOf(text: string | undefined): number | undefined {
  const read = pageLimit.safeParse(text || undefined);
  return read.success ? read.data : undefined;
}

/** Returns the wire form of a conversation; undefined if all its messages were deleted while the list was read. */
function conversationOf(
  { userId, username }: Actor,
  { conversationId, peer, latest, isRead, isRequest, unreadCount, isMuted, mutedUntil }: ConversationEntry,
  linkOf: ReturnType<typeof linksFor>,
): Conversation[] {
  if (!latest) return [];
  const [sender, recipient] =
    latest.senderId === userId ? [username, peer.username] : [peer.username, username];
  return [
    {
      conversation_id: conversationIdOf(username, peer.username),
      username: peer.username,
      sex: peer.sex,
      profile_picture: peer.picture,
      is_online: peer.isOnline,
      last_active: peer.lastActive?.toISOString() ?? null,
      latest_message: privateMessageOf(
        latest,
        { conversationId, sender, recipient, isRead, isRequest },
        linkOf,
      ),
      unread_count: unreadCount,
      is_muted: isMuted,
      muted_until: mutedUntil?.toISOString() ?? null,
    },
  ];
}
