/**
 * Public rooms: creating, finding, joining and leaving them, their members, moderation, and messages in them. Owns the
 * tables `rooms`, `room_grants` and `room_bans`, and the group socket. Messages and memberships are stored by the
 * `messages` feature.
 */
import { errors } from '@adda/contract';
import type { roomsRoutes } from '@adda/contract/rooms';
import type { Logger } from 'pino';
import type { Database } from '../../platform/database/index.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import type { RateLimiter } from '../../platform/limits/rate-limiter.ts';
import { createConnectionExpiry } from '../../platform/realtime/connection-expiry.ts';
import type { Realtime } from '../../platform/realtime/index.ts';
import type { Messages } from '../messages/index.ts';
import type { Presence } from '../presence/index.ts';
import type { Live } from '../live/index.ts';
import type { Safety } from '../safety/index.ts';
import { createRoomBlocks } from './room-blocks.service.ts';
import { createRoomDeletions } from './messages/room-deletions.service.ts';
import { createRoomForwarding } from './messages/room-forwarding.service.ts';
import { createRoomKind } from './messages/room-kind.service.ts';
import { createRoomSending, createSendThrottle } from './messages/room-sending.service.ts';
import { createRoomEvents, type RoomEvents } from './rooms.events.ts';
import { createRoomPeople } from './members/room-people.service.ts';
import { roomHandlers } from './rooms.routes.ts';
import { createMemberProfiles } from './members/member-profile.service.ts';
import { createMembershipEvents } from './members/membership.events.ts';
import { createMembership } from './members/membership.service.ts';
import { roomModerationHandlers } from './moderation/room-moderation.routes.ts';
import { roomMessageHandlers } from './messages/room-messages.routes.ts';
import { createRoomModeration } from './moderation/room-moderation.service.ts';
import { findConversationOf } from './rooms.repository.ts';
import { createRoomService, type RoomService } from './rooms.service.ts';
import { createTyping, groupSocketSpec } from './rooms.sockets.ts';
import type {
  GroupConnection,
  RoomAccounts,
  RoomMedia,
  RoomRelations,
  WhisperListener,
} from './rooms.types.ts';

export type { GivenGift } from './rooms.types.ts';
export { roomSections } from './rooms.personal.repository.ts';

type Deps = {
  readonly database: Database;
  readonly logger: Logger;
  readonly accounts: RoomAccounts;
  readonly relations: RoomRelations;
  readonly messages: Messages;
  readonly presence: Presence;
  readonly media: RoomMedia;
  readonly safety: Pick<Safety, 'wordFilter'>;
  readonly realtime: Pick<Realtime, 'createServer'>;
  readonly live: Pick<Live, 'server' | 'notifyNow'>;
  /** Receives whispers and the users who are in a room. */
  readonly whispers: WhisperListener;
  /** Undefined when limits are off. */
  readonly limiter: RateLimiter | undefined;
  /** The setting MAX_GROUP_MEMBERS. */
  readonly maxGroupMembers: number;
};

/** Public interface of the feature. */
export type Rooms = {
  readonly handlers: Handlers<typeof roomsRoutes>;
  /** Returns the rooms whose name matches a text best (SR-02). */
  readonly find: RoomService['find'];
  /** Returns the conversation of a room; undefined for an unknown or deleted one. */
  readonly findConversation: (groupId: string) => Promise<number | undefined>;
  /** Publishes gifts between members to their rooms, after the commit of the transaction. */
  readonly giftsGiven: RoomEvents['giftsGiven'];
  /** Stops the sweep of expired connections. */
  readonly close: () => void;
};

/** Creates the rooms of this node and opens the group socket. */
export function createRooms(deps: Deps): Rooms {
  const { database, logger, accounts, messages, presence, media, whispers } = deps;
  const expiry = createConnectionExpiry<GroupConnection>((connection) => {
    connection.emit('error', socketError('token_expired'));
    connection.disconnect('token expired');
  }, database.now);
  const server = deps.realtime.createServer(
    groupSocketSpec(() => ({ accounts, presence, rooms, send, blocks, typing, expiry, whispers })),
  );
  const events = createRoomEvents(server, media, whispers, deps.live);
  const rooms = createRoomService(database);
  const appender = messages.createMessageAppender('room', events.committed);
  const throttle = deps.limiter && createSendThrottle(deps.limiter);
  const findForwardTargets = createRoomForwarding({ database, appender, rooms, throttle });
  const kind = createRoomKind({ server, media, whispers, findForwardTargets });
  messages.registerKind(kind);
  const membershipEvents = createMembershipEvents({ server, live: deps.live, whispers });
  const membership = createMembership({
    database,
    events: membershipEvents,
    wordFilter: deps.safety.wordFilter,
    maxMembers: deps.maxGroupMembers,
  });
  const send = createRoomSending({
    database,
    appender,
    events,
    media,
    wordFilter: deps.safety.wordFilter,
    throttle,
  });
  const typing = createTyping(server.publish);
  const blocks = createRoomBlocks({ database, server });
  const people = createRoomPeople({ database, events, membershipEvents, whispers });

  presence.onChanged(people.statusChanged);
  deps.relations.onBlockChanged(blocks.changed);
  accounts.onDeleting('rooms', people.deleting);
  accounts.onRenamed((person) => {
    people
      .renamed(person)
      .catch((error: unknown) => logger.error({ err: error }, 'a new name could not be published'));
  });
  accounts.onAccountStatusChanged((person) => {
    people
      .accountStatusChanged(person)
      .catch((error: unknown) => logger.error({ err: error }, 'a suspension could not be published'));
  });
  accounts.onSessionEnded(({ userId, sessionId, reason }) => {
    const payload = socketError(reason === 'suspended' ? 'account_suspended' : 'invalid_token');
    server.disconnectRoom(sessionId === undefined ? `user:${userId}` : `session:${sessionId}`, {
      event: 'error',
      payload,
    });
  });
  const deleteMessages = createRoomDeletions({ database, deletions: messages.deletions, kind });
  return {
    handlers: {
      ...roomHandlers({ rooms, membership, profiles: createMemberProfiles(database) }),
      ...roomMessageHandlers({ database, kind, rooms, deleteMessages, viewerCookie: media.viewerCookie }),
      ...roomModerationHandlers(createRoomModeration({ database, events: membershipEvents })),
    },
    find: rooms.find,
    findConversation: (groupId) => findConversationOf(database.db, groupId),
    giftsGiven: events.giftsGiven,
    close: expiry.close,
  };
}

function socketError(code: 'token_expired' | 'invalid_token' | 'account_suspended') {
  return { code, detail: errors[code].detail };
}
