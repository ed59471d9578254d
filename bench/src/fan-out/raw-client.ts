import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import type { User } from '../dataset/dataset.types.ts';

/** A connected client that speaks Engine.IO 4 and Socket.IO 5 in raw WebSocket frames. */
export type RawClient = {
  /** Sends a Socket.IO packet, for example `2["event",{}]`. */
  readonly send: (packet: string) => void;
  /** Stops reading, including pings. */
  readonly pause: () => void;
  /** Local port of the connection. */
  readonly localPort: () => number;
  readonly close: () => void;
};

/**
 * Called for each Socket.IO packet, which is in `bytes` from `start` to `end`, beginning with its type. Valid only
 * during the call.
 */
export type OnPacket = (bytes: Buffer, start: number, end: number) => void;

/** Per local address, well below its number of ports. */
const CONNECTIONS_PER_ADDRESS = 5000;

/** Returns the local address of one of many connections, by its index. */
export const localAddressOf = (index: number): string =>
  `127.0.0.${2 + Math.floor(index / CONNECTIONS_PER_ADDRESS)}`;

/** Returns the path and query with which a user connects to a room (`group_id`) or a private chat (`recipient`). */
export function handshakePath(to: Readonly<Record<string, string>>, { username, token }: User): string {
  const query = new URLSearchParams({ EIO: '4', transport: 'websocket', token, ...to, self: username });
  return `${'group_id' in to ? '/group-socket.io' : '/socket.io'}/?${query.toString()}`;
}

const HEADER_END = '\r\n\r\n';
const ENGINE_OPEN = 0x30;
const ENGINE_PING = 0x32;
const ENGINE_MESSAGE = 0x34;
const SOCKET_CONNECT = 0x30;
const SOCKET_REFUSED = 0x34;
const OPCODE = 0x0f;
const OPCODE_TEXT = 1;

/** The server refused the connection; `data` is that of the refusal. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly data: Readonly<Record<string, unknown>>;

  /** Takes a Socket.IO packet such as `4{"message":"…","data":{…}}`. */
  constructor(packet: string) {
    super(packet);
    const { data }: { readonly data?: RefusedError['data'] } = JSON.parse(packet.slice(1));
    this.data = data ?? {};
  }
}

export type RawClientOptions = {
  readonly port: number;
  readonly pathAndQuery: string;
  /** Local address to connect from; one address has about 28,000 ports. */
  readonly localAddress?: string;
  readonly onPacket: OnPacket;
  /** Called when the connection is closed by either side. */
  readonly onLost: () => void;
};

/**
 * Connects to the main namespace. Cheaper than a WebSocket library, so that two cores measure the server and not the
 * clients: frames are read in place, and the mandatory mask of clients is zero.
 */
export function openRawClient(options: RawClientOptions): Promise<RawClient> {
  const { port, pathAndQuery, localAddress, onPacket, onLost } = options;
  return new Promise((resolve, reject) => {
    const tcp = connect({ port, host: '127.0.0.1', localAddress });
    const client: RawClient = {
      send: (packet) => sendText(tcp, `4${packet}`),
      pause: () => void tcp.pause(),
      localPort: () => tcp.localPort ?? 0,
      close: () => tcp.destroy(),
    };
    const onMessage: OnPacket = (bytes, start, end) => {
      const type = bytes[start];
      if (type === ENGINE_OPEN) sendText(tcp, '40');
      else if (type === ENGINE_PING) sendText(tcp, '3');
      else if (type === ENGINE_MESSAGE && bytes[start + 1] === SOCKET_CONNECT) resolve(client);
      else if (type === ENGINE_MESSAGE && bytes[start + 1] === SOCKET_REFUSED) {
        reject(new RefusedError(bytes.toString('utf8', start + 1, end)));
        tcp.destroy();
      } else if (type === ENGINE_MESSAGE) onPacket(bytes, start + 1, end);
    };
    tcp.setNoDelay(true);
    tcp.on('data', createReader(onMessage));
    tcp.on('error', reject);
    tcp.on('close', () => {
      onLost();
      reject(new Error('the server closed the connection'));
    });
    tcp.write(
      `GET ${pathAndQuery} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}${HEADER_END}`,
    );
  });
}

/** Skips the HTTP response, then splits the stream into frames; an incomplete frame waits for the next chunk. */
function createReader(onFrame: OnPacket): (chunk: Buffer) => void {
  let rest: Buffer | undefined;
  let isUpgraded = false;
  return (chunk) => {
    let bytes = rest ? Buffer.concat([rest, chunk]) : chunk;
    rest = undefined;
    if (!isUpgraded) {
      const end = bytes.indexOf(HEADER_END);
      if (end === -1) {
        rest = bytes;
        return;
      }
      isUpgraded = true;
      bytes = bytes.subarray(end + HEADER_END.length);
    }
    const read = readFrames(bytes, onFrame);
    if (read < bytes.length) rest = bytes.subarray(read);
  };
}

/** Passes on all complete frames. Returns the number of bytes consumed. */
function readFrames(bytes: Buffer, onFrame: OnPacket): number {
  let offset = 0;
  while (offset + 2 <= bytes.length) {
    const short = bytes[offset + 1] ?? 0;
    const header = short < 126 ? 2 : short === 126 ? 4 : 10;
    if (offset + header > bytes.length) break;
    const size =
      short < 126 ? short : short === 126 ? bytes.readUInt16BE(offset + 2) : bytes.readUInt32BE(offset + 6);
    const end = offset + header + size;
    if (end > bytes.length) break;
    if (((bytes[offset] ?? 0) & OPCODE) === OPCODE_TEXT) onFrame(bytes, offset + header, end);
    offset = end;
  }
  return offset;
}

/** Client frames are masked; a mask of zero leaves the text unchanged. Texts stay under 64 KiB. */
function sendText(tcp: Socket, text: string): void {
  const size = Buffer.byteLength(text);
  const header =
    size < 126
      ? Buffer.from([0x81, 0x80 | size, 0, 0, 0, 0])
      : Buffer.from([0x81, 0xfe, size >> 8, size & 0xff, 0, 0, 0, 0]);
  tcp.write(Buffer.concat([header, Buffer.from(text)]));
}
