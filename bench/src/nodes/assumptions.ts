import type { Assumptions } from './nodes.types.ts';

/** The load of docs/scale.md. Each user has two connections: the main screen and an open chat. */
export const assumptions: Assumptions = {
  usersPerNode: 25_000,
  messageRate: 1 / 120,
  privateShare: 0.5,
  membersOnline: 20,
  hashedShare: 0.95,
  roomHints: 1,
  privateHints: 2,
  entryBytes: 400,
  visitSeconds: 3600,
  roomsPerVisit: 10,
  openAtOnce: 1,
  heartbeatSeconds: 2,
  renewalSeconds: 12,
  activitySeconds: 60,
  leaseSeconds: 10,
  databaseCores: 4,
};

/** Node counts of the table and the drawing. */
export const nodeCounts: readonly number[] = [1, 2, 4, 8, 16, 50, 100, 200, 400];

/** What each assumption means, for the documentation. */
export const assumptionTexts: Readonly<Record<keyof Assumptions, string>> = {
  usersPerNode: 'users connected to a node, with two connections each: the main screen and an open chat',
  messageRate: 'messages of a user per second, which is one in two minutes',
  privateShare: 'share of the messages that are private',
  membersOnline: 'connected members of a room',
  hashedShare: 'share of the connections of a room that the proxy’s hash keeps on one node',
  roomHints: 'hints with each message in a room: typing',
  privateHints: 'hints with each private message: typing and a receipt',
  entryBytes: 'bytes of an entry or a publication',
  visitSeconds: 'seconds of a visit',
  roomsPerVisit: 'rooms that a user opens during a visit',
  openAtOnce: 'conversations of a user that are open at one moment',
  heartbeatSeconds: 'seconds between the heartbeats of a node, on each of two endpoints',
  renewalSeconds: 'seconds between the renewals of a user’s row (stream)',
  activitySeconds: 'seconds between the updates of a user’s last activity (stream)',
  leaseSeconds: 'seconds between the renewals of a node’s lease (channels)',
  databaseCores: 'cores of PostgreSQL that presence may use',
};
