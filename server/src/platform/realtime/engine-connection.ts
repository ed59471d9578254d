import type { IncomingMessage } from 'node:http';
import type { Socket as TcpSocket } from 'node:net';

const INTERNALS = Symbol('internals of engine.io');

/**
 * One connection of engine.io. This is the only module that knows private fields of engine.io and of `ws`, by which
 * packets are written to the TCP socket as one buffer. Versions are pinned, and `engine-connection.test.ts` fails when
 * an update changes one. A connection whose fields differ at run time is served through the public methods alone: its
 * packets are written one by one.
 */
export type EngineConnection = {
  readonly readyState: string;
  /** The upgrade request, kept by engine.io for the life of the connection. */
  request: IncomingMessage | undefined;
  /** Sends one packet; the callback runs once it was passed to the transport. */
  send: (packet: string, options?: object, onSent?: () => void) => unknown;
  /** Closes the connection; with `discard`, packets that are not sent yet are dropped. */
  close: (discard?: boolean) => unknown;
  on: (event: 'packet' | 'close', listener: (packet: unknown) => void) => unknown;
  once: (event: 'close', listener: () => void) => unknown;
  removeAllListeners: (event: 'data') => unknown;
  /** Undefined until {@link recognizeEngine} has found the private fields as expected. */
  [INTERNALS]?: EngineInternals;
};

/** Private fields of engine.io 6.6 and `ws` 8. */
type EngineInternals = {
  /** Data that engine.io could not pass to its transport yet. Replaced by a new array whenever it is passed on. */
  readonly writeBuffer: readonly unknown[];
  readonly transport: {
    readonly writable: boolean;
    readonly readyState: string;
    readonly socket: WebSocketConnection;
  };
};

type WebSocketConnection = {
  readonly readyState: number;
  readonly _sender: {
    readonly _state: number;
    readonly _queue: readonly unknown[];
    readonly _firstFragment: boolean;
  };
  readonly _socket: TcpSocket;
  readonly _receiver: { removeAllListeners: (event: 'message' | 'ping' | 'pong') => unknown };
  terminate: () => void;
  /** Stops reading from the TCP socket. */
  pause: () => void;
  on: (event: 'ping' | 'pong', listener: () => void) => unknown;
};

const WS_OPEN = 1;
const SENDER_IDLE = 0;

/** Whether this has the public methods of an engine.io connection. */
export function isEngineConnection(value: unknown): value is EngineConnection {
  return (
    isRecord(value) &&
    typeof value['readyState'] === 'string' &&
    'request' in value &&
    typeof value['send'] === 'function' &&
    typeof value['close'] === 'function' &&
    typeof value['removeAllListeners'] === 'function'
  );
}

/** Looks for the private fields of a new connection. Returns whether joined writes are possible on it. */
export function recognizeEngine(engine: EngineConnection): boolean {
  const fields: unknown = engine;
  if (!hasInternals(fields)) return false;
  // The object itself, so that its fields are read as they are at the time of each write.
  engine[INTERNALS] = fields;
  return true;
}

function hasInternals(value: unknown): value is EngineInternals {
  if (!isRecord(value) || !Array.isArray(value['writeBuffer']) || !isRecord(value['transport'])) return false;
  const { transport } = value;
  return (
    typeof transport['writable'] === 'boolean' &&
    typeof transport['readyState'] === 'string' &&
    isWebSocketConnection(transport['socket'])
  );
}

function isWebSocketConnection(value: unknown): value is WebSocketConnection {
  if (!isRecord(value) || !isRecord(value['_sender']) || !isRecord(value['_socket'])) return false;
  const { _sender: sender, _socket: tcp, _receiver: receiver } = value;
  return (
    isRecord(receiver) &&
    typeof receiver['removeAllListeners'] === 'function' &&
    typeof value['readyState'] === 'number' &&
    typeof value['terminate'] === 'function' &&
    typeof value['pause'] === 'function' &&
    typeof sender['_state'] === 'number' &&
    Array.isArray(sender['_queue']) &&
    typeof sender['_firstFragment'] === 'boolean' &&
    typeof tcp['write'] === 'function' &&
    typeof tcp['writableLength'] === 'number'
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Whether bytes written to the TCP socket now follow everything sent before and split no frame. */
export function isClearToWrite(engine: EngineConnection): boolean {
  const internals = engine[INTERNALS];
  if (!internals) return false;
  const { transport, writeBuffer } = internals;
  const { socket } = transport;
  const sender = socket._sender;
  return (
    engine.readyState === 'open' &&
    writeBuffer.length === 0 &&
    transport.writable &&
    transport.readyState === 'open' &&
    socket.readyState === WS_OPEN &&
    sender._state === SENDER_IDLE &&
    sender._queue.length === 0 &&
    sender._firstFragment &&
    socket._socket.writable
  );
}

/** Returns the bytes that the TCP socket has not yet passed to the system; 0 where they are unknown. */
export function unsentBytes(engine: EngineConnection): number {
  return engine[INTERNALS]?.transport.socket._socket.writableLength ?? 0;
}

/** Writes whole frames. Call it only after `isClearToWrite`. */
export function writeFrames(engine: EngineConnection, frames: Buffer): void {
  engine[INTERNALS]?.transport.socket._socket.write(frames);
}

/**
 * Closes the connection immediately and drops queued data, here and in the kernel. A closing handshake would wait for a
 * stalled reader, and the kernel would keep megabytes for it for minutes.
 */
export function cutOff(engine: EngineConnection): void {
  const socket = engine[INTERNALS]?.transport.socket;
  if (!socket) return void engine.close(true);
  // Only while written data is pending: afterwards closing has started and can't become a reset.
  if (socket._socket.writableLength > 0) socket._socket.resetAndDestroy();
  socket.terminate();
}

/** Releases the upgrade request, about 3 KiB per idle connection. */
export function dropUpgradeRequest(engine: EngineConnection): void {
  engine.request = undefined;
}

/** Resolves when the connection is closed. */
export function whenClosed(engine: EngineConnection): Promise<void> {
  const tcp = engine[INTERNALS]?.transport.socket._socket;
  if (tcp)
    return tcp.destroyed ? Promise.resolve() : new Promise((resolve) => tcp.once('close', () => resolve()));
  if (engine.readyState === 'closed') return Promise.resolve();
  return new Promise((resolve) => engine.once('close', resolve));
}

/**
 * Listens to all packets of a connection before Socket.IO, including WebSocket pings where they are known, and to its
 * end. `isText` is false for binary packets.
 */
export function onPackets(
  engine: EngineConnection,
  onPacket: (isText: boolean) => void,
  onClose: () => void,
): void {
  engine.on('packet', (packet) => {
    const isBytes = isRecord(packet) && packet['type'] === 'message' && typeof packet['data'] !== 'string';
    onPacket(!isBytes);
  });
  engine.on('close', onClose);
  const socket = engine[INTERNALS]?.transport.socket;
  socket?.on('ping', () => onPacket(true));
  socket?.on('pong', () => onPacket(true));
}

/** Stops passing data to Socket.IO, including data that was read already. */
export function stopReceiving(engine: EngineConnection): void {
  engine.removeAllListeners('data');
  const receiver = engine[INTERNALS]?.transport.socket._receiver;
  // The current chunk may contain hundreds of frames, and each ping would still get a response.
  for (const event of ['message', 'ping', 'pong'] as const) receiver?.removeAllListeners(event);
}

/** Milliseconds that a client has to read why its connection closes. */
const FAREWELL_MS = 1000;

/** Stops reading, and closes the connection after the client had time to read the last write. */
export function closeSoon(engine: EngineConnection): void {
  const socket = engine[INTERNALS]?.transport.socket;
  stopReceiving(engine);
  socket?.pause();
  setTimeout(() => (socket ? socket.terminate() : engine.close(true)), FAREWELL_MS).unref();
}
