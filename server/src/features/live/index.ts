/**
 * Events for single users: an event reaches all open main screens of its user, on every tab and node. Owns `/socket.io`
 * whose connections with a recipient are served by the private chats. Owns no tables.
 */
import type { PrivateOutgoing } from '@adda/contract/direct';
import type { Database, Tx } from '../../platform/database/index.ts';
import { createConnectionExpiry } from '../../platform/realtime/connection-expiry.ts';
import type { Realtime, RoomName } from '../../platform/realtime/index.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Presence } from '../presence/index.ts';
import { createInboxChanges } from './inbox-changes.service.ts';
import { createNodeMarks } from './node-marks.service.ts';
import { createShells } from './shells.service.ts';
import { liveSocketSpec, tokenExpired } from './live.sockets.ts';
import { ALL_USERS, userChannel } from './live.types.ts';
import type { LiveConnection, LiveServer, PrivateChats, ProfileChannels } from './live.types.ts';

export type { InboxChange, InboxPlace } from './inbox-changes.service.ts';
export { createResting } from './resting.service.ts';
export { userChannel } from './live.types.ts';
export type {
  LiveConnection,
  LiveEvent,
  LiveServer,
  OpenPeer,
  Peer,
  PrivateChats,
  ProfileChannels,
} from './live.types.ts';

type Deps = {
  readonly database: Database;
  readonly realtime: Pick<Realtime, 'createServer'>;
  readonly accounts: Pick<Accounts, 'admitSocket' | 'reauthorizeSocket' | 'onSessionEnded'>;
  readonly presence: Pick<Presence, 'arrive' | 'leave' | 'noteActivity'>;
};

type Event = Extract<keyof PrivateOutgoing, string>;

/** Opens `/socket.io` on this node. {@link PrivateChats} must be registered before the HTTP server listens. */
export function createLive({ database, realtime, accounts, presence }: Deps) {
  let chats: PrivateChats | undefined;
  let profiles: ProfileChannels | undefined;
  const expiry = createConnectionExpiry<LiveConnection>((connection) => {
    connection.emit('error', tokenExpired);
    connection.disconnect('token expired');
  }, database.now);
  const registeredChats = (): PrivateChats => {
    if (!chats) throw new Error('No private chats are registered.');
    return chats;
  };
  const shells = createShells();
  const sendMarks = (deliveredTo: ReadonlyMap<RoomName, number>) =>
    server.publishFlush({ toRooms: new Map(), toConnections: new Map(), deliveredTo });
  const inboxes = createInboxChanges(sendMarks);
  const activityMarks = createNodeMarks<string>({
    prefix: 'activity:',
    textOf: (text) => text,
    parse: (text) => text,
    send: sendMarks,
  });
  const profileMarks = createNodeMarks<number>({
    prefix: 'profile-change:',
    textOf: String,
    parse: Number,
    send: sendMarks,
  });
  const server: LiveServer = realtime.createServer(
    liveSocketSpec({
      accounts,
      presence,
      expiry,
      chats: registeredChats,
      profiles: () => profiles,
      shells,
      marked: (marks) => {
        inboxes.received(marks);
        activityMarks.received(marks);
        profileMarks.received(marks);
      },
    }),
  );
  accounts.onSessionEnded(({ userId, sessionId, reason }) => {
    const room = sessionId === undefined ? (`user:${userId}` as const) : (`session:${sessionId}` as const);
    server.disconnectRoom(room, { event: 'session_ended', payload: { reason } });
  });
  return {
    /** Publishes to rooms that the caller names: open private chats, profiles, memberships. */
    server,

    /** Sends an event to the main screens of a user once the transaction has committed, never when it rolls back. */
    notify<E extends Event>(tx: Tx, userId: number, event: E, payload: PrivateOutgoing[E]): void {
      server.publishAfterCommit(tx, userChannel(userId), event, payload);
    },

    /** Sends an event about data that is already committed. */
    notifyNow<E extends Event>(userId: number, event: E, payload: PrivateOutgoing[E]): void {
      server.publish(userChannel(userId), event, payload);
    },

    /** Sends an event to the main screens of all users. */
    broadcast<E extends Event>(event: E, payload: PrivateOutgoing[E]): void {
      server.publish(ALL_USERS, event, payload);
    },

    /** The main screens of this node. */
    shells,

    /** Tells all nodes that rows of inboxes changed, after the commit (HM-01). */
    inboxChanged: inboxes.tell,
    onInboxChanged: inboxes.onTold,

    /** Passes what changed in the activity of users to all nodes, after the commit, as texts of the activity (NT-02). */
    activityChanged: activityMarks.tell,
    onActivityChanged: activityMarks.onTold,

    /** Tells all nodes that the profiles of users changed, after the commit (HM-07). */
    profilesChanged: profileMarks.tell,
    onProfilesChanged: profileMarks.onTold,

    registerChats: (given: PrivateChats) => void (chats = given),
    registerProfiles: (given: ProfileChannels) => void (profiles = given),

    /** Call when the connections are closed and before the database closes. */
    close: () => expiry.close(),
  };
}

/** Public interface of the feature. */
export type Live = ReturnType<typeof createLive>;
