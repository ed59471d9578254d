import type { IncomingMessage } from 'node:http';
import type { Socket as TcpSocket } from 'node:net';

/**
 * The only module that uses private fields of engine.io 6.6 and of `ws`. Versions are pinned. The guard checks the
 * shape of every connection, and `socket-internals.test.ts` fails when an update changes it.
 */
export type EngineConnection = {
  readonly readyState: string;
  /** Data that engine.io could not pass to its transport yet. Replaced by a new array whenever it is passed on. */
  readonly writeBuffer: readonly unknown[];
  readonly transport: {
    readonly writable: boolean;
    readonly readyState: string;
    readonly socket: WebSocketConnection;
  };
  /** The upgrade request, kept by engine.io for the life of the connection. */
  request: IncomingMessage | undefined;
  /** Sends one packet the ordinary way. */
  write: (packet: string) => unknown;
  on: (event: 'packet' | 'close', listener: (packet: unknown) => void) => unknown;
  removeAllListeners: (event: 'data') => unknown;
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

/** Whether this is an open engine.io connection over `ws` with the fields that joined writes rely on. */
export function isEngineConnection(value: unknown): value is EngineConnection {
  if (!isRecord(value) || !isRecord(value['transport'])) return false;
  const { transport } = value;
  return (
    typeof value['readyState'] === 'string' &&
    Array.isArray(value['writeBuffer']) &&
    'request' in value &&
    typeof value['write'] === 'function' &&
    typeof value['removeAllListeners'] === 'function' &&
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
  const { transport } = engine;
  const { socket } = transport;
  const sender = socket._sender;
  return (
    engine.readyState === 'open' &&
    engine.writeBuffer.length === 0 &&
    transport.writable &&
    transport.readyState === 'open' &&
    socket.readyState === WS_OPEN &&
    sender._state === SENDER_IDLE &&
    sender._queue.length === 0 &&
    sender._firstFragment &&
    socket._socket.writable
  );
}

/** Returns the bytes that the TCP socket has not yet passed to the system. */
export function unsentBytes(engine: EngineConnection): number {
  return engine.transport.socket._socket.writableLength;
}

/** Writes whole frames. Call it only after `isClearToWrite`. */
export function writeFrames(engine: EngineConnection, frames: Buffer): void {
  engine.transport.socket._socket.write(frames);
}

/**
 * Closes the connection at once and drops queued data, here and in the kernel. A closing handshake would wait for a
 * stalled reader, and the kernel would keep megabytes for it for minutes.
 */
export function cutOff(engine: EngineConnection): void {
  const { socket } = engine.transport;
  // Only while written data is pending: afterwards closing has started and can't become a reset.
  if (socket._socket.writableLength > 0) socket._socket.resetAndDestroy();
  socket.terminate();
}

/** Releases the upgrade request, about 3 KiB per idle connection. */
export function dropUpgradeRequest(engine: EngineConnection): void {
  engine.request = undefined;
}

/** Resolves when the TCP connection is closed. */
export function whenClosed(engine: EngineConnection): Promise<void> {
  const tcp = engine.transport.socket._socket;
  return tcp.destroyed ? Promise.resolve() : new Promise((resolve) => tcp.once('close', () => resolve()));
}

/**
 * Listens to all packets of a connection before Socket.IO, including WebSocket pings, and to its end. `isText` is
 * false for binary packets.
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
  const { socket } = engine.transport;
  socket.on('ping', () => onPacket(true));
  socket.on('pong', () => onPacket(true));
}

/** Stops passing data to Socket.IO, including data that was read already. */
export function stopReceiving(engine: EngineConnection): void {
  engine.removeAllListeners('data');
  // The current chunk may contain hundreds of frames, and each ping would still get a response.
  const { _receiver: receiver } = engine.transport.socket;
  for (const event of ['message', 'ping', 'pong'] as const) receiver.removeAllListeners(event);
}

/** Milliseconds that a client has to read why its connection closes. */
const FAREWELL_MS = 1000;

/** Stops reading, and closes the connection after the client had time to read the last write. */
export function closeSoon(engine: EngineConnection): void {
  const { socket } = engine.transport;
  stopReceiving(engine);
  socket.pause();
  setTimeout(() => socket.terminate(), FAREWELL_MS).unref();
}
