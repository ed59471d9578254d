/**
 * The socket endpoints: admission, validation, rooms and publishing, on this node and others. Events to a room are
 * framed once and written once to each member. The only folder that imports socket.io.
 */
export { createRealtime } from './realtime.ts';
export type { Settling } from './event-queue.ts';
export type { Realtime, RealtimeOptions } from './realtime.ts';
export type {
  Connection,
  FlushEvent,
  Handshake,
  OutgoingEvent,
  RealtimeServer,
  RoomName,
  ServerSpec,
} from './realtime.types.ts';
