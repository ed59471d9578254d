/**
 * Private chat between two people, their conversations and what is unread. Owns the private socket, which is also the
 * shell's own connection, and the tables `direct_conversations`, `open_chats`. Messages themselves are stored by the
 * messages kernel.
 */
import type { Logger } from 'pino';
import type { Database } from '../../platform/database/index.ts';
import type { RateLimiter } from '../../platform/limits/rate-limiter.ts';
import { createConnectionExpiry } from '../../platform/realtime/connection-expiry.ts';
import type { Realtime } from '../../platform/realtime/index.ts';
import type { MessageRetention, Messages } from '../messages/index.ts';
import type { Presence } from '../presence/index.ts';
import type { Relations } from '../relations/index.ts';
import type { Safety } from '../safety/index.ts';
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
import type { PrivateAccounts, PrivateConnection, PrivateMedia } from './direct.types.ts';
import { peopleHandlers } from './people/people.service.ts';
import { privateSocketSpec, tokenExpired, type ProfileRooms } from './private-socket.ts';
import { createUnread } from './unread/unread.service.ts';

export type { PrivateEvidence } from './chat/private-evidence.ts';
export type { ProfileRooms } from './private-socket.ts';
export type { PrivateConnection } from './direct.types.ts';
export { EVERY_SHELL, shellRoom } from './direct.types.ts';
export { directSections } from './direct.personal.repository.ts';

type Deps = {
  readonly database: Database;
  readonly logger: Logger;
  readonly realtime: Pick<Realtime, 'createServer'>;
  readonly accounts: PrivateAccounts;
  readonly relations: Pick<Relations, 'onBlockChanged'>;
  readonly presence: Pick<Presence, 'arrive' | 'leave' | 'onChanged'>;
  readonly messages: Messages;
  readonly retention: Pick<MessageRetention, 'onRemoved'>;
  readonly media: PrivateMedia;
  readonly safety: Pick<Safety, 'wordFilter' | 'newAccounts'>;
  /** Undefined when limits are off. */
  readonly limiter: RateLimiter | undefined;
  /** After how long a silent chat is closed; three heartbeats unless a test says otherwise (SV-23). */
  readonly heartbeatMissedMs?: number | undefined;
};

/** Wires the private chats of this node and opens the private socket. */
export function createDirect(deps: Deps) {
  const { database, logger, accounts, relations, presence, messages, media, safety, limiter } = deps;
  const unreadChanged = (userIds: readonly number[]): void => unread.changed(userIds);
  let profileRooms: ProfileRooms | undefined;
  const pairs = createPairs(database, safety.newAccounts);
  const openChats = createOpenChats({ database, logger, unreadChanged });
  const heartbeats = createHeartbeats<PrivateConnection>({
    close: (connection) => connection.disconnect('no sign of life'),
    missedMs: deps.heartbeatMissedMs,
  });
  const expiry = createConnectionExpiry<PrivateConnection>((connection) => {
    connection.emit('error', tokenExpired);
    connection.disconnect('token expired');
  }, database.now);
  const findPair = (viewerId: number, username: string) => findPairByName(database.db, viewerId, username);
  const findById = (viewerId: number, peerId: number) => findPairById(database.db, viewerId, peerId);
  const server = deps.realtime.createServer(
    privateSocketSpec(() => ({
      accounts,
      presence,
      findPair,
      findPairById: findById,
      chat,
      typing,
      openChats,
      heartbeats,
      expiry,
      profileRooms: () => profileRooms,
    })),
  );
  const unread = createUnread({ database, server, media, logger });
  const events = createPrivateEvents({ server, media, unreadChanged });
  const appender = messages.createMessageAppender('private', events.committed);
  const { wordFilter } = safety;
  const chat = createPrivateChat({ database, appender, pairs, media, wordFilter, limiter });
  const typing = createPrivateTyping(server);
  const people = createPrivatePeople({ database, server, logger, unreadChanged });

  deps.retention.onRemoved(tellOfRemoved(events));
  presence.onChanged(people.statusChanged);
  accounts.onRenamed(people.renamed);
  accounts.onAvailabilityChanged(people.availabilityChanged);
  accounts.onDeleting(people.deleting);
  relations.onBlockChanged(people.blockChanged);
  relations.onBlockChanged(({ blockerId, blockedId }) => unreadChanged([blockerId, blockedId]));
  accounts.onSessionEnded(({ userId, sessionId, reason }) => {
    const room = sessionId === undefined ? (`user:${userId}` as const) : (`session:${sessionId}` as const);
    server.disconnectRoom(room, { event: 'session_ended', payload: { reason } });
  });
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
    /** Told of what happens in rooms: whispers that are heard or wait. */
    whispers: unread.whispers,
    /** Says who looks after the rooms of profiles, which shells join (RT-26). */
    onProfileRoom: (rooms: ProfileRooms) => void (profileRooms = rooms),
    unreadChanged,
    /** What was said between two people, for a report (SV-47). */
    evidence: createPrivateEvidence(database),
    /** Takes down what somebody wrote to another, for administrators (SV-49). */
    removeMessage: createPrivateRemoval({ events }).remove,
    server,
    /** To be called when the connections are closed, before the database closes. */
    async close(): Promise<void> {
      expiry.close();
      heartbeats.stop();
      await openChats.close();
      await unread.close();
    },
  };
}

/** The feature's face for the app. */
export type Direct = ReturnType<typeof createDirect>;
