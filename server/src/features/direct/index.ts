/**
 * Private chats of two users, the list of conversations, unread counts, and what was received and read. Owns the tables
 * `direct_conversations`, `open_chats`, `private_requests`, `receipts`, `receipts_began` and `unread_whispers`. Messages are stored by the `messages` feature; the connections belong to `live`.
 */
import type { Logger } from 'pino';
import { afterCommit, type Database, type Tx } from '../../platform/database/index.ts';
import { appError } from '../../platform/errors.ts';
import type { RateLimiter } from '../../platform/limits/rate-limiter.ts';
import type { Live, LiveConnection } from '../live/index.ts';
import type { Messages, Viewer } from '../messages/index.ts';
import type { Presence } from '../presence/index.ts';
import type { Relations } from '../relations/index.ts';
import type { Safety } from '../safety/index.ts';
import { createChatConnections, createPrivateTyping } from './chat/chat-connections.sockets.ts';
import { createHeartbeats } from './chat/heartbeats.service.ts';
import type { OpenChat, ReadChat } from './chat/open-chats.repository.ts';
import { createOpenChats, type OpenChats } from './chat/open-chats.service.ts';
import { findPairById, findPairByName } from './chat/pairs.repository.ts';
import { createPairs, pairWith } from './chat/pairs.service.ts';
import { createPrivateDeletions } from './chat/private-deletions.service.ts';
import { createPrivateForwarding } from './chat/private-forwarding.service.ts';
import { createPrivateHistory } from './chat/private-history.service.ts';
import { createPrivateKind, type PrivateKind } from './chat/private-kind.service.ts';
import { createPrivateSending } from './chat/private-sending.service.ts';
import { createPrivatePeople } from './chat/private-people.service.ts';
import { createPrivateEvents } from './chat/private.events.ts';
import { createConversations } from './conversations/conversations.service.ts';
import { chatHandlers } from './direct.routes.ts';
import type { PrivateAccounts, PrivateMedia } from './direct.types.ts';
import { peopleHandlers } from './people/people.service.ts';
import { createRequestEvents, type RequestEvents } from './requests/requests.events.ts';
import { createRequests } from './requests/requests.service.ts';
import { createReceipts, type Receipts } from './receipts/receipts.service.ts';
import { createUnread } from './unread/unread.service.ts';

export { directSections } from './direct.personal.repository.ts';
export { isRequestTo } from './requests/requests.repository.ts';
export { isChatOpen } from './unread/unread.repository.ts';

type Deps = {
  readonly database: Database;
  readonly logger: Logger;
  readonly accounts: PrivateAccounts;
  readonly relations: Pick<Relations, 'onBlockChanged' | 'onFollowChanged'>;
  readonly live: Pick<Live, 'server' | 'registerChats' | 'inboxChanged'>;
  readonly presence: Pick<Presence, 'onChanged'>;
  readonly messages: Messages;
  readonly media: PrivateMedia;
  readonly safety: Pick<Safety, 'wordFilter' | 'newAccounts'>;
  /** Undefined when limits are off. */
  readonly limiter: RateLimiter | undefined;
  /** Milliseconds until a silent chat is closed; three heartbeats unless a test sets it (SV-23). */
  readonly heartbeatMissedMs?: number | undefined;
};

/** Public interface of the feature. */
export type Direct = ReturnType<typeof createDirect>;

/** Creates the private chats of this node and registers them with `live`. */
export function createDirect(deps: Deps) {
  const { database, logger, live, messages, media, safety, limiter } = deps;
  const { server } = live;
  const unreadChanged = (userIds: readonly number[]): void => unread.changed(userIds);
  const pairs = createPairs(database, safety.newAccounts);
  const receipts = createReceipts({ database, server, logger });
  const received = receipts.note;
  const openChats = createOpenChats({
    database,
    logger,
    unreadChanged: (these) => {
      messages.activity.read(these);
      unreadChanged(these.map(({ userId }) => userId));
      live.inboxChanged(these.map(({ userId, peerId }) => ({ userId, place: { peerId } })));
    },
    read: ({ userId, peerId, sequence }) => received({ userId, peerId, kind: 'read', upTo: sequence }),
  });
  const heartbeats = createHeartbeats<LiveConnection>({
    close: (connection) => connection.disconnect('no sign of life'),
    missedMs: deps.heartbeatMissedMs,
  });
  const findPair = (viewerId: number, username: string) => findPairByName(database.db, viewerId, username);
  const findPairWith = (viewerId: number, peerId: number) => findPairById(database.db, viewerId, peerId);
  const unread = createUnread({ database, live, media, received, seen: messages.activity.read, logger });
  const { requestEvents, events } = createEvents(deps, openChats, unreadChanged);
  const appender = messages.createMessageAppender('private', events.committed);
  const { wordFilter } = safety;
  const send = createPrivateSending({ database, appender, pairs, media, wordFilter, limiter });
  const findForwardTargets = createPrivateForwarding({ database, appender, pairs, limiter });
  const kind = createPrivateKind({
    server,
    media,
    shown: openChats.shown,
    received,
    unreadChanged,
    inboxChanged: live.inboxChanged,
    findForwardTargets,
  });
  messages.registerKind(kind);
  const typing = createPrivateTyping(server);
  const people = createPrivatePeople({ database, live, logger, unreadChanged });
  const unreadHere = unread.changedHere;
  const chats = {
    findPair,
    findPairById: findPairWith,
    send,
    typing,
    openChats,
    heartbeats,
    receipts,
    unreadHere,
  };
  live.registerChats(createChatConnections({ ...chats, server }));
  followOthers(deps, { people, unread, requestEvents });
  return {
    handlers: {
      ...chatHandlers({
        database,
        kind,
        deleteMessages: createPrivateDeletions({ database, deletions: messages.deletions, kind }),
        readHistory: createPrivateHistory({ database, kind, newAccounts: safety.newAccounts }),
        viewerCookie: media.viewerCookie,
      }),
      ...createLists(deps, { kind, received, events: requestEvents }),
      ...unread.handlers,
      ...peopleHandlers(database),
    },
    /** Receives whispers of rooms, which count as read or unread. */
    whispers: unread.whispers,
    unreadChanged,
    /** Returns the private chat of a user with another; undefined for an unknown name and before the first message. */
    findConversation: async (userId: number, username: string): Promise<number | undefined> =>
      (await findPair(userId, username))?.conversationId,
    ...createReading(deps, { received, unread }),
    /** Call when the connections are closed and before the database closes. */
    async close(): Promise<void> {
      heartbeats.stop();
      await openChats.close();
      await receipts.close();
      await unread.close();
    },
  };
}

type Reading = { readonly received: Receipts['note']; readonly unread: ReturnType<typeof createUnread> };

/** Creates what the inbox calls to read private chats and rooms (HM-02). */
function createReading(
  { database, live, messages }: Pick<Deps, 'database' | 'live' | 'messages'>,
  { received, unread }: Reading,
) {
  return {
    /**
     * Returns the private chat of a user with another, without a conversation before the first message. Throws
     * `user_not_found`, `cannot_chat_with_self` or `blocked_by_user`.
     */
    async requireChat(viewer: Viewer, username: string) {
      const { peerId, conversationId, isBlocked } = await pairWith(database.db, viewer, username);
      if (isBlocked) throw appError('blocked_by_user');
      return { peerId, conversationId };
    },

    /** Tells the peer of a chat, after the commit, up to where the user has read (FT-03), and recounts what is unread. */
    readChat(tx: Tx, { userId, peerId, sequence }: ReadChat): void {
      afterCommit(tx, () => {
        received({ userId, peerId, kind: 'read', upTo: sequence });
        messages.activity.read([{ userId, peerId }]);
        unread.changed([userId]);
        live.inboxChanged([{ userId, place: { peerId } }]);
      });
    },

    /** Reads the whispers and mentions of a room up to a sequence, and recounts after the commit. */
    readRoom: unread.readRoom,
  };
}

/** Creates the publishers of messages and of what becomes of requests. */
function createEvents(
  { database, media, live }: Pick<Deps, 'database' | 'media' | 'live'>,
  openChats: Pick<OpenChats, 'shown'>,
  unreadChanged: (userIds: readonly number[]) => void,
) {
  // What an open chat has shown already is recorded as read once the chat is no request any more.
  const readOpen = (chat: OpenChat) => openChats.shown(chat, 0);
  const requestEvents = createRequestEvents({ database, live, unreadChanged, readOpen });
  const { accepted } = requestEvents;
  return {
    requestEvents,
    events: createPrivateEvents({ server: live.server, media, accepted }),
  };
}

type Lists = {
  readonly kind: PrivateKind;
  readonly received: Receipts['note'];
  readonly events: RequestEvents;
};

/** Creates the handlers of the list of conversations and of the requests of strangers. */
function createLists(
  { database, media, messages, safety }: Pick<Deps, 'database' | 'media' | 'messages' | 'safety'>,
  { kind, received, events }: Lists,
) {
  const { handlers, pages } = createConversations({ database, media, received, clock: database.now });
  const { clearIn } = messages.deletions;
  const { wordFilter } = safety;
  return { ...handlers, ...createRequests({ database, pages, kind, clearIn, wordFilter, events, media }) };
}

type Followers = {
  readonly people: ReturnType<typeof createPrivatePeople>;
  readonly unread: ReturnType<typeof createUnread>;
  readonly requestEvents: RequestEvents;
};

/** Applies changes of presence, accounts, blocks and follows to private chats. */
function followOthers(
  { presence, accounts, relations }: Pick<Deps, 'presence' | 'accounts' | 'relations'>,
  { people, unread, requestEvents }: Followers,
): void {
  presence.onChanged(people.statusChanged);
  accounts.onRenamed(people.renamed);
  accounts.onAvailabilityChanged(people.availabilityChanged);
  accounts.onTellReadChanged(people.tellReadChanged);
  accounts.onDeleting('private chats', people.deleting);
  relations.onFollowChanged(requestEvents.followChanged);
  relations.onBlockChanged(people.blockChanged);
  relations.onBlockChanged(({ blockerId, blockedId }) => {
    unread.changed([blockerId, blockedId]);
    unread.mentionsOfChanged([blockerId, blockedId]);
  });
}
