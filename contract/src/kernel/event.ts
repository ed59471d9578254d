import type * as z from 'zod/mini';

/** Socket events by name, each with the schema of its payload. */
type EventTable = Readonly<Record<string, z.ZodMiniType>>;

/** One Socket.IO endpoint: its path, the handshake's query, and the events of both sides. */
export type SocketContract = {
  readonly path: '/group-socket.io' | '/socket.io';
  /** Query parameters of the handshake; `token` may be sent in the handshake's auth field instead. */
  readonly query: z.ZodMiniType;
  /** Events that the client emits. */
  readonly incoming: EventTable;
  /** Events that the server emits. */
  readonly outgoing: EventTable;
};

/** Declares a socket endpoint. */
export function defineSocket<const T extends SocketContract>(socket: T): T {
  return socket;
}

/** Payload types of an event table, by event name. */
export type EventPayloads<T extends EventTable> = { readonly [K in keyof T]: z.output<T[K]> };
