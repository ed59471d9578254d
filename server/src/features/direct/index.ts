/**
 * Private chats of two users, the list of conversations, unread counts, and what was received and read. Owns the tables
 * `direct_conversations`, `open_chats`, `receipts`, `receipts_began` and `unread_whispers`. Messages are stored by the `messages` feature; the connections belong to `live`.
 */
import type { Logger } from 'pino';
import type { Database } from '../../platform/database/index.ts';
import type { RateLimiter } from '../../platform/limits/rate-limiter.ts';
import type { Live, LiveConnection } from '../live/index.ts';
import type { Messages } from '../messages/index.ts';
import type { Presence } from '../presence/index.ts';
import type { Relations } from '../relations/index.ts';
import type { Safety } from '../safety/index.ts';
import { createChatConnections, createPrivateTyping } from './chat/chat-connections.sockets.ts';
import { createHeartbeats } from './chat/heartbeats.service.ts';
import { createOpenChats } from './chat/open-chats.service.ts';
import { findPairById, findPairByName } from './chat/pairs.repository.ts';
import { createPairs } from './chat/pairs.service.ts';
import { createPrivateDeletions } from './chat/private-deletions.service.ts';
import { createPrivateForwarding } from './chat/private-forwarding.service.ts';
import { createPrivateHistory } from './chat/private-history.service.ts';
import { createPrivateKind } from './chat/private-kind.service.ts';
import { createPrivateSending } from './chat/private-sending.service.ts';
import { createPrivatePeople } from './chat/private-people.service.ts';
import { createPrivateEvents } from './chat/private.events.ts';
import { createConversations } from './conversations/conversations.service.ts';
import { chatHandlers } from './direct.routes.ts';
import type { PrivateAccounts, PrivateMedia } from './direct.types.ts';
import { peopleHandlers } from './people/people.service.ts';
import { createReceipts } from './receipts/receipts.service.ts';
import { createUnread } from './unread/unread.service.ts';

export { directSections } from './direct.personal.repository.ts';

type Deps = {
  readonly database: Database;
  readonly logger: Logger;
  readonly accounts: PrivateAccounts;
  readonly relations: Pick<Relations, 'onBlockChanged'>;
  readonly live: Pick<Live, 'server' | 'registerChats'>;
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
  const { database, logger, live, accounts, relations, presence, messages, media, safety, limiter } = deps;
  const { server } = live;
  const unreadChanged = (userIds: readonly number[]): void => unread.changed(userIds);
  const pairs = createPairs(database, safety.newAccounts);
  const receipts = createReceipts({ database, server, logger });
  const received = receipts.note;
  const openChats = createOpenChats({
    database,
    logger,
    unreadChanged,
    read: ({ userId, peerId, sequence }) => received({ userId, peerId, kind: 'read', upTo: sequence }),
  });
  const heartbeats = createHeartbeats<LiveConnection>({
    close: (connection) => connection.disconnect('no sign of life'),
    missedMs: deps.heartbeatMissedMs,
  });
  const findPair = (viewerId: number, username: string) => findPairByName(database.db, viewerId, username);
  const findPairWith = (viewerId: number, peerId: number) => findPairById(database.db, viewerId, peerId);
  const unread = createUnread({ database, server, media, received, logger });
  const events = createPrivateEvents({ server, media, unreadChanged });
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
    findForwardTargets,
  });
  messages.registerKind(kind);
  const typing = createPrivateTyping(server);
  const people = createPrivatePeople({ database, server, logger, unreadChanged });
  const chats = { findPair, findPairById: findPairWith, send, typing, openChats, heartbeats, receipts };
  live.registerChats(createChatConnections(chats));

  presence.onChanged(people.statusChanged);
  accounts.onRenamed(people.renamed);
  accounts.onAvailabilityChanged(people.availabilityChanged);
  accounts.onTellReadChanged(people.tellReadChanged);
  accounts.onDeleting('private chats', people.deleting);
  relations.onBlockChanged(people.blockChanged);
  relations.onBlockChanged(({ blockerId, blockedId }) => {
    unreadChanged([blockerId, blockedId]);
    unread.mentionsOfChanged([blockerId, blockedId]);
  });
  return {
    handlers: {
      ...chatHandlers({
        database,
        kind,
        deleteMessages: createPrivateDeletions({ database, deletions: messages.deletions, kind }),
        readHistory: createPrivateHistory({ database, kind, newAccounts: safety.newAccounts }),
        viewerCookie: media.viewerCookie,
      }),
      ...createConversations({ database, media, received, clock: database.now }).handlers,
      ...unread.handlers,
      ...peopleHandlers(database),
    },
    /** Receives whispers of rooms, which count as read or unread. */
    whispers: unread.whispers,
    unreadChanged,
    /** Returns the private chat of a user with another; undefined for an unknown name and before the first message. */
    findConversation: async (userId: number, username: string): Promise<number | undefined> =>
      (await findPair(userId, username))?.conversationId,
    /** Call when the connections are closed and before the database closes. */
    async close(): Promise<void> {
      heartbeats.stop();
      await openChats.close();
      await receipts.close();
      await unread.close();
    },
  };
}
