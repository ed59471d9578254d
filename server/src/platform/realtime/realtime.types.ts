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
  | `chat:${string}`
  | `status:${string}`
  | `hides:${string}`;

/** One event with its payload, for a table of events that a server may emit. */
export type OutgoingEvent<Outgoing extends object> = {
  [E in keyof Outgoing & string]: { readonly event: E; readonly payload: Outgoing[E] };
}[keyof Outgoing & string];

/** An event of a flush. Connections in one of the rooms of `except` don't get it. */
export type FlushEvent<Outgoing extends object> = OutgoingEvent<Outgoing> & {
  readonly except?: readonly RoomName[] | undefined;
};

/**
 * What one group commit publishes. Order within a room and within a connection is kept; rooms follow the order of
 * the map. A connection receives its own events (a sender's confirmation) before those of its rooms, in one write.
 * A connection that is in two of the rooms receives the events of both.
 */
export type Flush<Outgoing extends object> = {
  readonly toRooms: ReadonlyMap<RoomName, readonly FlushEvent<Outgoing>[]>;
  /** By connection id; connections of other nodes and closed ones are passed over. */
  readonly toConnections: ReadonlyMap<string, readonly OutgoingEvent<Outgoing>[]>;
  /** How far this tells some of the rooms, such as the sequence of their newest message; see `Connection.deliveredTo`. */
  readonly deliveredTo?: ReadonlyMap<RoomName, number> | undefined;
};

/** What a client sent to be admitted. `token` comes from the query or the auth field, the query first. */
export type Handshake = {
  readonly token: string | undefined;
  readonly query: Readonly<Record<string, string>>;
  readonly auth: Readonly<Record<string, unknown>>;
  readonly address: string;
  readonly headers: IncomingHttpHeaders;
  /**
   * To be called with the name of the person as soon as the token's signature is checked, before anything is looked up:
   * resolves when it is this person's turn; rejects with `rate_limited` or `too_many_connections` where they may have no
   * more connections.
   */
  readonly onVerified: (person: string) => Promise<void>;
};

/** An admitted client: who it is and the rooms that it starts in. */
export type Admission<Identity> = { readonly identity: Identity; readonly rooms: readonly RoomName[] };

/** One client on this node. Commands on a closed connection do nothing. */
export type Connection<Identity, Outgoing extends object> = {
  readonly id: string;
  readonly identity: Identity;
  readonly address: string;
  /** The handshake's query without its token. */
  readonly query: Readonly<Record<string, string>>;
  /** Free for the feature that owns the server. */
  readonly data: Map<string, unknown>;
  /** Counts as closed from the moment of `disconnect`. */
  readonly isOpen: () => boolean;
  /** The highest mark of all that was written to this connection, from any node; 0 before the first. */
  readonly deliveredTo: () => number;
  readonly emit: <E extends keyof Outgoing & string>(event: E, payload: Outgoing[E]) => void;
  readonly join: (room: RoomName) => void;
  readonly leave: (room: RoomName) => void;
  /** Closes for good: a stock client does not reconnect by itself. The reason goes to the log. */
  readonly disconnect: (reason?: string) => void;
};

/** How one Socket.IO endpoint behaves. */
export type ServerSpec<Incoming extends object, Outgoing extends object, Identity> = {
  readonly path: '/group-socket.io' | '/socket.io';
  /** Each incoming event's schema; what does not match never reaches its handler. */
  readonly schemas: { readonly [E in keyof Incoming & string]: core.$ZodType<Incoming[E]> };
  /** How much of each event one person may send, on all connections to this node together (SV-103). */
  readonly limits: { readonly [E in keyof Incoming & string]: EventLimit };
  /** What answers a payload that does not match; `validation_failed` unless named. */
  readonly invalidPayload?: { readonly code: string; readonly detail: string };
  /** Decides who may connect (R-13, SV-101). An AppError becomes a `connect_error` with data `{detail, code}`. */
  readonly admit: (handshake: Handshake) => Promise<Admission<Identity>>;
  /**
   * Looks again whether somebody who is in would be let in now, while other nodes may not be able to tell.
   * Answers the rooms that they would start in, apart from `profile:` rooms; an AppError closes the connection with it,
   * unless it only says that it can't be told now.
   */
  readonly reauthorize: (connection: Connection<Identity, Outgoing>) => Promise<readonly RoomName[]>;
  readonly onConnect?: (connection: Connection<Identity, Outgoing>) => Promise<void> | void;
  readonly onDisconnect?: (
    connection: Connection<Identity, Outgoing>,
    reason: string,
  ) => Promise<void> | void;
  /** Called for each known event at the moment when it comes; it may still have to wait for its turn. */
  readonly onArrival?: (connection: Connection<Identity, Outgoing>) => void;
  /**
   * Called in the order of arrival, for each connection one after the other: the next event begins when this one is done
   * or only has to settle. An AppError becomes an `error` event to this connection.
   */
  readonly handlers: {
    readonly [E in keyof Incoming & string]: (
      connection: Connection<Identity, Outgoing>,
      payload: Incoming[E],
    ) => Promise<Settling | void> | void;
  };
};

/** Publishing to the connections of one endpoint, on every node. Nothing here throws for a closed connection. */
export type RealtimeServer<Outgoing extends object> = {
  /** Publishes when the transaction has committed and never when it rolls back. */
  readonly publishAfterCommit: <E extends keyof Outgoing & string>(
    tx: Tx,
    room: RoomName,
    event: E,
    payload: Outgoing[E],
  ) => void;
  /** For hints that no transaction stands behind, such as typing. Connections in a room of `except` don't get it. */
  readonly publish: <E extends keyof Outgoing & string>(
    room: RoomName,
    event: E,
    payload: Outgoing[E],
    except?: readonly RoomName[],
  ) => void;
  /** Publishes what one group commit stored; to be called after that commit. */
  readonly publishFlush: (flush: Flush<Outgoing>) => void;
  /** Sends the last event, if any, and disconnects everyone in the room, on every node. */
  readonly disconnectRoom: (room: RoomName, last?: OutgoingEvent<Outgoing>) => void;
  /** Every connection in `userRoom` leaves `room`, on every node. */
  readonly removeFromRoom: (userRoom: RoomName, room: RoomName) => void;
  /** Every connection in `userRoom` joins `room`, on every node; also those that are being admitted just now. */
  readonly addToRoom: (userRoom: RoomName, room: RoomName) => void;
  /** Connections in the room on this node. */
  readonly connectionsIn: (room: RoomName) => number;
  /** Whether anybody may get what is published to the room: false only where nobody is, on any node. */
  readonly isHeard: (room: RoomName) => boolean;
};

/** Counters of one node since its start, except `connections` and `isClusterHeard`, which are now. */
export type RealtimeMetrics = {
  connections: number;
  /** Writes of joined frames straight to a TCP socket. */
  joinedWrites: number;
  /** Writes that took the ordinary way because something was queued ahead. */
  queuedWrites: number;
  /** Connections cut off because they read too slowly. */
  slowReadersCutOff: number;
  /** Commands that could not be handed to the other nodes. */
  clusterFailures: number;
  /** Gaps found in what other nodes sent, also nodes that fell silent; each makes clients catch up. */
  clusterGaps: number;
  /** Whether every endpoint hears the other nodes now, told by its own beats coming back; true without Redis. */
  isClusterHeard: boolean;
  /** Times that an open connection was judged by the database again, because Redis was away. */
  reauthorizations: number;
  /** Those that were closed by it. */
  reauthorizationsRefused: number;
  /** Connections ended because too much came on them. */
  floodsEnded: number;
  /** Events of clients that were answered with an error, by its code. */
  readonly refusals: Map<string, number>;
};

/** The part of the logger that is used here; a pino logger fits. */
export type RealtimeLogger = {
  readonly info: (details: object, message: string) => void;
  readonly warn: (details: object, message: string) => void;
  readonly error: (details: object, message: string) => void;
};
