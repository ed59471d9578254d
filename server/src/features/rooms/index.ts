/**
 * Rooms: creating, changing, finding, joining and leaving them, invitations, their members, moderation, messages in them, and
 * what others see of them.
 * Owns the tables `rooms`, `room_grants`, `room_bans`, `room_invites`, `room_timeouts`, `room_turns`, `room_pins` and
 * `room_log`, and the group socket. Messages and memberships are stored by the
 * `messages` feature.
 */
import { errors } from '@adda/contract';
import type { RoomWithFriends } from '@adda/contract/feed';
import type { GroupMessage, invitesRoutes, outsideRoutes, roomsRoutes } from '@adda/contract/rooms';
import type { Logger } from 'pino';
import type { Database } from '../../platform/database/index.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import type { RateLimiter } from '../../platform/limits/rate-limiter.ts';
import { createConnectionExpiry } from '../../platform/realtime/connection-expiry.ts';
import type { Realtime } from '../../platform/realtime/index.ts';
import type { Messages, StoredMessage } from '../messages/index.ts';
import type { Presence } from '../presence/index.ts';
import type { Live } from '../live/index.ts';
import type { Safety } from '../safety/index.ts';
import { createRoomBlocks } from './room-blocks.service.ts';
import { createRoomDeletions } from './messages/room-deletions.service.ts';
import { deleteInvitesBetween } from './invites/invites.repository.ts';
import { invitesHandlers } from './invites/invites.routes.ts';
import { createInvites, type Invites } from './invites/invites.service.ts';
import { groupMessageOf, linksForPerson } from './messages/room-messages.codec.ts';
import { createRoomForwarding } from './messages/room-forwarding.service.ts';
import { createRoomKind } from './messages/room-kind.service.ts';
import { createRoomSending, createSendThrottle } from './messages/room-sending.service.ts';
import { createRoomEvents, type RoomEvents } from './rooms.events.ts';
import { createRoomPeople } from './members/room-people.service.ts';
import { roomHandlers } from './rooms.routes.ts';
import { createMemberProfiles } from './members/member-profile.service.ts';
import { createMembershipEvents, type MembershipEvents } from './members/membership.events.ts';
import { createMembership } from './members/membership.service.ts';
import { createOwnership } from './members/ownership.service.ts';
import { createReadingAudit } from './moderation/room-audit.service.ts';
import { roomModerationHandlers } from './moderation/room-moderation.routes.ts';
import { roomMessageHandlers } from './messages/room-messages.routes.ts';
import { createRoomPins } from './moderation/room-pins.service.ts';
import { createRoomModeration } from './moderation/room-moderation.service.ts';
import { outsideHandlers } from './outside/outside.routes.ts';
import { createOutsideRooms, type OutsideRooms } from './outside/outside.service.ts';
import { findConversationOf } from './rooms.repository.ts';
import { listRoomsWithFriends } from './rooms-with-friends.repository.ts';
import { createRoomService, type RoomService } from './rooms.service.ts';
import { createRoomPictures } from './settings/room-pictures.service.ts';
import { createRoomSettings } from './settings/room-settings.service.ts';
import { createRoomSpeakers } from './settings/room-speakers.service.ts';
import { createTyping, groupSocketSpec } from './rooms.sockets.ts';
import { memberRoom } from './rooms.types.ts';
import type {
  GroupConnection,
  GroupServer,
  RoomAccounts,
  RoomMedia,
  RoomRelations,
  WhisperListener,
} from './rooms.types.ts';

export { isRoomKnownToUser } from './rooms.repository.ts';
export type { RoomEnd } from './members/membership.events.ts';
export type { GivenGift } from './rooms.types.ts';
export { startRoomRetention } from './moderation/room-log.jobs.ts';
export { refuseLimited } from './messages/room-sending.service.ts';
export { mayNameRoom, roomSections } from './rooms.personal.repository.ts';

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
  readonly live: Pick<Live, 'server' | 'notifyNow' | 'inboxChanged'>;
  /** Receives whispers and the users who are in a room. */
  readonly whispers: WhisperListener;
  /** Undefined when limits are off. */
  readonly limiter: RateLimiter | undefined;
  /** The setting MAX_GROUP_MEMBERS. */
  readonly maxGroupMembers: number;
  /** The address under which the web app is reached, for the links of invitations. */
  readonly publicUrl: () => string;
};

/** Public interface of the feature. */
export type Rooms = {
  readonly handlers: Handlers<typeof roomsRoutes & typeof invitesRoutes & typeof outsideRoutes>;
  /** Returns the rooms whose name matches a text best (SR-02). */
  readonly find: RoomService['find'];
  /** Returns public rooms with users whom the user follows (HM-14). */
  readonly listWithFriends: (userId: number, limit: number) => Promise<RoomWithFriends[]>;
  /** Returns the conversation of a room that exists for the user (GR-01). */
  readonly findConversation: (groupId: string, userId: number) => Promise<number | undefined>;
  /** Returns the conversation of a room; throws `invalid_group_id`, `group_not_found` or `not_a_member` for anyone else. */
  readonly requireMember: (groupId: string, userId: number) => Promise<{ readonly conversationId: number }>;
  /** Returns a message of a room as it is shown to a member. */
  readonly messageFor: (
    userId: number,
    groupId: string,
    stored: { readonly conversationId: number; readonly message: StoredMessage },
  ) => GroupMessage;
  /** Returns whether a member has the room open on this node. */
  readonly isOpenHere: (userId: number, groupId: string) => boolean;
  /** Publishes gifts between members to their rooms, after the commit of the transaction. */
  readonly giftsGiven: RoomEvents['giftsGiven'];
  /** Registers a listener for users who left or lost a room; it must not throw. */
  readonly onEnded: MembershipEvents['onEnded'];
  /** Registers a hook for new personal invitations (GR-02). */
  readonly onPersonInvited: Invites['onPersonInvited'];
  /** Registers a hook for invitations that are used, revoked or expired. */
  readonly onInvitesEnding: Invites['onInvitesEnding'];
  /** Starts the deletion of expired personal invitations. Call once before the job queue starts. */
  readonly startJobs: Invites['startJobs'];
  /** Returns the head of the public page of an invitation. */
  readonly inviteHeadOf: Invites['pageHeadOf'];
  /** Returns the head of the page of a public room; undefined for any other id (HM-05). */
  readonly publicHeadOf: OutsideRooms['pageHeadOf'];
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
  const rooms = createRoomService(database, createRoomSpeakers(database));
  const appender = messages.createMessageAppender('room', events.committed);
  const throttle = deps.limiter && createSendThrottle(deps.limiter);
  const findForwardTargets = createRoomForwarding({ database, appender, rooms, throttle });
  const pins = createRoomPins({ database, server });
  const kind = createRoomKind({ server, media, whispers, pins, findForwardTargets, live: deps.live });
  messages.registerKind(kind);
  const { activity } = messages;
  const membershipEvents = createMembershipEvents({ server, live: deps.live, whispers, activity });
  const pictures = createRoomPictures({ media, logger });
  const written = { database, events: membershipEvents, pictures, wordFilter: deps.safety.wordFilter };
  const settings = createRoomSettings(written);
  const ownership = createOwnership({ ...written, roomEvents: events });
  const { maxGroupMembers: maxMembers, publicUrl } = deps;
  const membership = createMembership({ ...written, ownership, maxMembers });
  const invites = createInvites({ database, admit: membership.admit, maxMembers, publicUrl });
  const noteReading = createReadingAudit(database);
  const outside = createOutsideRooms({ database, rooms, noteReading, publicUrl });
  const { wordFilter } = deps.safety;
  const send = createRoomSending({ database, appender, events, media, wordFilter, throttle });
  const typing = createTyping(database.db, server);
  const blocks = createRoomBlocks({ database, server });
  const people = createRoomPeople({ database, events, membershipEvents, ownership, whispers });

  presence.onChanged(people.statusChanged);
  deps.relations.onBlockChanging((tx, { blockerId, blockedId, areBlocked }) =>
    areBlocked ? deleteInvitesBetween(tx, blockerId, blockedId) : undefined,
  );
  deps.relations.onBlockChanged(blocks.changed);
  followAccounts(deps, { people, settings, server });
  const deleteMessages = createRoomDeletions({ database, deletions: messages.deletions, kind });
  return {
    handlers: {
      ...roomHandlers({
        rooms,
        membership,
        ownership,
        settings,
        profiles: createMemberProfiles(database),
      }),
      ...roomMessageHandlers({
        database,
        kind,
        rooms,
        deleteMessages,
        pins,
        noteReading,
        viewerCookie: media.viewerCookie,
      }),
      ...invitesHandlers(invites),
      ...outsideHandlers(outside),
      ...roomModerationHandlers(database, createRoomModeration(written)),
    },
    find: rooms.find,
    listWithFriends: (userId, limit) => listRoomsWithFriends(database.db, userId, limit),
    findConversation: (groupId, userId) => findConversationOf(database.db, groupId, userId),
    requireMember: (groupId, userId) => rooms.getAsMember(userId, groupId),
    messageFor: (userId, groupId, { conversationId, message }) =>
      groupMessageOf(groupId, conversationId, message, linksForPerson(media, userId)),
    isOpenHere: (userId, groupId) => server.connectionsIn(memberRoom(userId, groupId)) > 0,
    giftsGiven: events.giftsGiven,
    onEnded: membershipEvents.onEnded,
    onPersonInvited: invites.onPersonInvited,
    onInvitesEnding: invites.onInvitesEnding,
    startJobs: invites.startJobs,
    inviteHeadOf: invites.pageHeadOf,
    publicHeadOf: outside.pageHeadOf,
    close: expiry.close,
  };
}

/** Connects the rooms to changes of accounts: deletion, name, suspension, the end of sessions. */
function followAccounts(
  { accounts, logger }: Pick<Deps, 'accounts' | 'logger'>,
  {
    people,
    settings,
    server,
  }: {
    readonly people: ReturnType<typeof createRoomPeople>;
    readonly settings: ReturnType<typeof createRoomSettings>;
    readonly server: GroupServer;
  },
): void {
  accounts.onDeleting('rooms', async (tx, userId) => {
    await people.deleting(tx, userId);
    await settings.deleting(tx, userId);
  });
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
}

function socketError(code: 'token_expired' | 'invalid_token' | 'account_suspended') {
  return { code, detail: errors[code].detail };
}
