/**
 * Private chats of two users, the list of conversations and unread counts. Owns the tables `direct_conversations` and
 * `open_chats`. Messages are stored by the `messages` feature; the connections belong to `live`.
 */
import type { Logger } from 'pino';
import type { Database } from '../../platform/database/index.ts';
import type { RateLimiter } from '../../platform/limits/rate-limiter.ts';
import type { Live, LiveConnection } from '../live/index.ts';
import type { MessageRetention, Messages } from '../messages/index.ts';
import type { Presence } from '../presence/index.ts';
import type { Relations } from '../relations/index.ts';
import type { Safety } from '../safety/index.ts';
import { createChatConnections } from './chat/chat-connections.ts';
import { createHeartbeats } from './chat/heartbeats.ts';
import { createOpenChats } from './chat/open-chats.ts';
import { findPairById, findPairByName } from './chat/pairs.repository.ts';
import { createPairs } from './chat/pairs.ts';
import { createPrivateChat } from './chat/private-chat.service.ts';
import { createPrivateDeletions } from './chat/private-deletions.service.ts';
import { createPrivateHistory } from './chat/private-history.service.ts';
import { createPrivatePeople } from './chat/private-people.ts';
import { tellOfRemoved } from './chat/removed-messages.ts';
import { createPrivateRemoval } from './chat/private-removal.service.ts';
import { createPrivateTyping } from './chat/private-typing.ts';
import { createPrivateEvents } from './chat/private.events.ts';
import { createPrivateEvidence } from './chat/private-evidence.ts';
import { createConversations } from './conversations/conversations.service.ts';
import { chatHandlers } from './direct.routes.ts';
import type { PrivateAccounts, PrivateMedia } from './direct.types.ts';
import { peopleHandlers } from './people/people.service.ts';
import { createUnread } from './unread/unread.service.ts';

export type { PrivateEvidence } from './chat/private-evidence.ts';
export { directSections } from './direct.personal.repository.ts';

type Deps = {
  readonly database: Database;
  readonly logger: Logger;
  readonly accounts: PrivateAccounts;
  readonly relations: Pick<Relations, 'onBlockChanged'>;
  readonly live: Pick<Live, 'server' | 'registerChats'>;
  readonly presence: Pick<Presence, 'onChanged'>;
  readonly messages: Messages;
  readonly retention: Pick<MessageRetention, 'onRemoved'>;
  readonly media: PrivateMedia;
  readonly safety: Pick<Safety, 'wordFilter' | 'newAccounts'>;
  /** Undefined when limits are off. */
  readonly limiter: RateLimiter | undefined;
  /** After how long a silent chat is closed; three heartbeats unless a test says otherwise (SV-23). */
  readonly heartbeatMissedMs?: number | undefined;
};

/** Wires the private chats of this node and registers them with `live`. */
export function createDirect(deps: Deps) {
  const { database, logger, live, accounts, relations, presence, messages, media, safety, limiter } = deps;
  const { server } = live;
  const unreadChanged = (userIds: readonly number[]): void => unread.changed(userIds);
  const pairs = createPairs(database, safety.newAccounts);
  const openChats = createOpenChats({ database, logger, unreadChanged });
  const heartbeats = createHeartbeats<LiveConnection>({
    close: (connection) => connection.disconnect('no sign of life'),
    missedMs: deps.heartbeatMissedMs,
  });
  const findPair = (viewerId: number, username: string) => findPairByName(database.db, viewerId, username);
  const findById = (viewerId: number, peerId: number) => findPairById(database.db, viewerId, peerId);
  const unread = createUnread({ database, server, media, logger });
  const events = createPrivateEvents({ server, media, unreadChanged });
  const appender = messages.createMessageAppender('private', events.committed);
  const { wordFilter } = safety;
  const chat = createPrivateChat({ database, appender, pairs, media, wordFilter, limiter });
  const typing = createPrivateTyping(server);
  const people = createPrivatePeople({ database, server, logger, unreadChanged });
  live.registerChats(
    createChatConnections({ findPair, findPairById: findById, chat, typing, openChats, heartbeats }),
  );

  deps.retention.onRemoved(tellOfRemoved(events));
  presence.onChanged(people.statusChanged);
  accounts.onRenamed(people.renamed);
  accounts.onAvailabilityChanged(people.availabilityChanged);
  accounts.onDeleting('private chats', people.deleting);
  relations.onBlockChanged(people.blockChanged);
  relations.onBlockChanged(({ blockerId, blockedId }) => unreadChanged([blockerId, blockedId]));
  return {
    handlers: {
      ...chatHandlers(
        createPrivateHistory({
          database,
          messages,
          media,
          newAccounts: safety.newAccounts,
          shown: openChats.shown,
        }),
        createPrivateDeletions({ database, events }),
        media.viewerCookie,
      ),
      ...createConversations({ database, media, clock: database.now }).handlers,
      ...unread.handlers,
      ...peopleHandlers(database),
    },
    /** Receives whispers of rooms, which count as read or unread. */
    whispers: unread.whispers,
    unreadChanged,
    /** What was said between two people, for a report (SV-47). */
    evidence: createPrivateEvidence(database),
    /** Removes a private message for an administrator (SV-49). */
    removeMessage: createPrivateRemoval({ events }).remove,
    /** To be called when the connections are closed, before the database closes. */
    async close(): Promise<void> {
      heartbeats.stop();
      await openChats.close();
      await unread.close();
    },
  };
}

/** The feature's face for the app. */
export type Direct = ReturnType<typeof createDirect>;
