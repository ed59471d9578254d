import type { IncomingHttpHeaders } from 'node:http';
import type { EventLimit } from '@adda/contract/platform';
import type { core } from 'zod';
import type { Tx } from '../database/index.ts';
import type { Settling } from './event-queue.ts';

/** A set of connections that receive the same events. */
export type RoomName =
  | `group:${string}`
  | `user:${string}`
  | 'shell:all'
  | `session:${string}`
  | `profile:${string}`
  | `profile-change:${string}`
  | `chat:${string}`
  | `status:${string}`
  | `hides:${string}`
  | `timeout:${string}`
  | `inbox:${string}`
  | `activity:${string}`;

/** One event with its payload, from a table of events that a server may emit. */
export type OutgoingEvent<Outgoing extends object> = {
  [E in keyof Outgoing & string]: { readonly event: E; readonly payload: Outgoing[E] };
}[keyof Outgoing & string];

/** An event of a flush. Connections in one of the rooms of `except` don't get it. */
export type FlushEvent<Outgoing extends object> = OutgoingEvent<Outgoing> & {
  readonly except?: readonly RoomName[] | undefined;
};

/**
 * The publications of one group commit. Order within a room and within a connection is kept; rooms follow the order
 * of the map. A connection receives its own events (a sender's confirmation) before those of its rooms, in one write.
 * A connection in two of the rooms receives the events of both.
 */
export type Flush<Outgoing extends object> = {
  readonly toRooms: ReadonlyMap<RoomName, readonly FlushEvent<Outgoing>[]>;
  /** By connection id. Ids of other nodes and of closed connections are ignored. */
  readonly toConnections: ReadonlyMap<string, readonly OutgoingEvent<Outgoing>[]>;
  /**
   * The delivery marks of rooms after this flush, such as the sequence of their newest message; see
   * `Connection.deliveredTo`. Every node gets them, also for rooms without connections.
   */
  readonly deliveredTo?: ReadonlyMap<RoomName, number> | undefined;
};

/** The handshake of a client. `token` is from the query, else the auth field, else the session cookie (ID-07). */
export type Handshake = {
  readonly token: string | undefined;
  readonly query: Readonly<Record<string, string>>;
  readonly auth: Readonly<Record<string, unknown>>;
  readonly address: string;
  readonly headers: IncomingHttpHeaders;
  /**
   * Call it with the username as soon as the token's signature is verified, before any lookup. Resolves when it is
   * this user's turn. Rejects with `rate_limited` or `too_many_connections` when the user may open no more
   * connections.
   */
  readonly onVerified: (person: string) => Promise<void>;
};

/** An admitted client: its identity and initial rooms. */
export type Admission<Identity> = { readonly identity: Identity; readonly rooms: readonly RoomName[] };

/** One client on this node. Commands on a closed connection have no effect. */
export type Connection<Identity, Outgoing extends object> = {
  readonly id: string;
  readonly identity: Identity;
  /** False from the moment of `disconnect`. */
  isOpen(): boolean;
  /** The highest mark written to this connection, from any node; 0 before the first. */
  deliveredTo(): number;
  emit<E extends keyof Outgoing & string>(event: E, payload: Outgoing[E]): void;
  join(room: RoomName): void;
  leave(room: RoomName): void;
  /** Closes permanently: a stock client does not reconnect automatically. The reason is logged. */
  disconnect(reason?: string): void;
};

/** The definition of one Socket.IO endpoint. */
export type ServerSpec<Incoming extends object, Outgoing extends object, Identity> = {
  readonly path: '/group-socket.io' | '/socket.io';
  /** The schema of each incoming event. Invalid payloads never reach a handler. */
  readonly schemas: { readonly [E in keyof Incoming & string]: core.$ZodType<Incoming[E]> };
  /** The budget of each event per user, over all connections to this node (SV-103). */
  readonly limits: { readonly [E in keyof Incoming & string]: EventLimit };
  /** The error for an invalid payload; default `validation_failed`. */
  readonly invalidPayload?: { readonly code: string; readonly detail: string };
  /** Decides who may connect (R-13, SV-101). An AppError becomes a `connect_error` with data `{detail, code}`. */
  readonly admit: (handshake: Handshake) => Promise<Admission<Identity>>;
  /**
   * Checks whether a connected client would still be admitted, while revocations of other nodes may not arrive
   * . Returns its initial rooms, apart from `profile:` rooms. An AppError closes the connection with that
   * error, unless it is transient.
   */
  readonly reauthorize: (connection: Connection<Identity, Outgoing>) => Promise<readonly RoomName[]>;
  readonly onConnect?: (connection: Connection<Identity, Outgoing>) => Promise<void> | void;
  readonly onDisconnect?: (
    connection: Connection<Identity, Outgoing>,
    reason: string,
  ) => Promise<void> | void;
  /** Called with the delivery marks of each flush of this or another node, when it is passed to the connections. */
  readonly onDelivered?: (deliveredTo: ReadonlyMap<string, number>) => void;
  /** Called for each known event on arrival, before it waits for its turn. */
  readonly onArrival?: (connection: Connection<Identity, Outgoing>) => void;
  /**
   * Called in the order of arrival, one event at a time per connection: the next event starts when the handler
   * resolves, even if its result still has to settle. An AppError becomes an `error` event to this connection.
   */
  readonly handlers: {
    readonly [E in keyof Incoming & string]: (
      connection: Connection<Identity, Outgoing>,
      payload: Incoming[E],
    ) => Promise<Settling | void> | void;
  };
};

/** Publishes to the connections of one endpoint, on every node. Never throws for a closed connection. */
export type RealtimeServer<Outgoing extends object> = {
  /** Publishes after the transaction commits, and never after a rollback. */
  readonly publishAfterCommit: <E extends keyof Outgoing & string>(
    tx: Tx,
    room: RoomName,
    event: E,
    payload: Outgoing[E],
  ) => void;
  /** For hints without a transaction, such as typing. Connections in a room of `except` don't get it. */
  readonly publish: <E extends keyof Outgoing & string>(
    room: RoomName,
    event: E,
    payload: Outgoing[E],
    except?: readonly RoomName[],
  ) => void;
  /** Publishes to the connections of this node alone: something that every node with recipients finds out for itself. */
  readonly publishHere: <E extends keyof Outgoing & string>(
    room: RoomName,
    event: E,
    payload: Outgoing[E],
  ) => void;
  /** Publishes the messages of one group commit. Call it after that commit. */
  readonly publishFlush: (flush: Flush<Outgoing>) => void;
  /** Sends the last event, if any, and disconnects all connections of the room, on every node. */
  readonly disconnectRoom: (room: RoomName, last?: OutgoingEvent<Outgoing>) => void;
  /** Removes every connection of `userRoom` from `room`, on every node. */
  readonly removeFromRoom: (userRoom: RoomName, room: RoomName) => void;
  /** Adds every connection of `userRoom` to `room`, on every node, including those in admission. */
  readonly addToRoom: (userRoom: RoomName, room: RoomName) => void;
  /** Returns the number of connections in the room on this node. */
  readonly connectionsIn: (room: RoomName) => number;
  /** Whether a publication to the room may have recipients: false only when the room is empty on every node. */
  readonly isHeard: (room: RoomName) => boolean;
};

/** Counters of one node since its start; `connections`, `admissionsWaiting` and `isClusterConnected` are current values. */
export type RealtimeMetrics = {
  connections: number;
  /** Clients who wait until they are admitted (CL-07). */
  admissionsWaiting: number;
  /** Clients who were told to come back later, because too many waited. */
  admissionsPostponed: number;
  /** Joined frames written directly to a TCP socket. */
  joinedWrites: number;
  /** Writes in the ordinary way because data was queued. */
  queuedWrites: number;
  /** Connections closed as slow readers. */
  slowReadersCutOff: number;
  /** Commands that could not be sent to other nodes. */
  clusterFailures: number;
  /** Detected gaps in the messages of other nodes, including nodes that fell silent. Each makes clients catch up. */
  clusterGaps: number;
  /**
   * Whether every endpoint currently receives messages of other nodes, detected by its own heartbeats. True without
   * Redis.
   */
  isClusterConnected: boolean;
  /** Checks of open connections against the database because Redis was unavailable. */
  reauthorizations: number;
  /** Connections closed by such a check. */
  reauthorizationsRefused: number;
  /** Connections closed because of too much traffic. */
  floodsEnded: number;
  /** Events with an error response, by code. */
  readonly refusals: Map<string, number>;
};

/** The logger methods that are used here; a pino logger fits. */
export type RealtimeLogger = {
  readonly info: (details: object, message: string) => void;
  readonly warn: (details: object, message: string) => void;
  readonly error: (details: object, message: string) => void;
};
