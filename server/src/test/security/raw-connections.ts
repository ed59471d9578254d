import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** Opens a raw TCP connection, for bytes that no HTTP client would send. */
export function openRawConnection(url: string) {
  const { hostname, port } = new URL(url);
  const socket: Socket = connect({ host: hostname, port: Number(port) });
  let received = '';
  let isClosed = false;
  // Only the first bytes matter; a flood from the server must not exhaust our memory.
  socket.on('data', (part) => {
    if (received.length < 65_536) received += part.toString('latin1');
  });
  socket.on('error', () => (isClosed = true));
  socket.on('close', () => (isClosed = true));
  return {
    say: (text: string | Buffer): void => {
      if (!isClosed) socket.write(text);
    },
    received: () => received,
    close: () => void socket.destroy(),
    /**
     * Waits at most `ms` for the server to close. Returns whether it did. The close frame of a WebSocket counts: the
     * TCP connection follows half a minute later, because we do not respond.
     */
    async closedWithin(ms: number): Promise<boolean> {
      const isOver = () => isClosed || /\x88[\0-\x7d]/.test(received);
      for (const end = Date.now() + ms; Date.now() < end && !isOver(); await delay(50));
      return isOver();
    },
    /** Waits at most `ms` for a response that matches. Returns whether it came. */
    async answerWithin(ms: number, pattern: RegExp): Promise<boolean> {
      for (const end = Date.now() + ms; Date.now() < end; await delay(20)) {
        if (pattern.test(received)) return true;
        if (isClosed) return pattern.test(received);
      }
      return false;
    },
  };
}

export type RawConnection = ReturnType<typeof openRawConnection>;

/** Encodes one WebSocket frame as a client does; masked and complete by default. */
export function frame(
  payload: Buffer | string,
  {
    opcode = 1,
    fin = true,
    masked = true,
    announced,
  }: { opcode?: number; fin?: boolean; masked?: boolean; announced?: number } = {},
): Buffer {
  const bytes = Buffer.from(payload);
  const length = announced ?? bytes.length;
  const head = Buffer.alloc(length > 65_535 ? 10 : length > 125 ? 4 : 2);
  head[0] = (fin ? 0x80 : 0) | opcode;
  head[1] = (masked ? 0x80 : 0) | (length > 65_535 ? 127 : length > 125 ? 126 : length);
  if (length > 65_535) head.writeBigUInt64BE(BigInt(length), 2);
  else if (length > 125) head.writeUInt16BE(length, 2);
  // A mask of zeros leaves the bytes unchanged.
  return Buffer.concat([head, ...(masked ? [Buffer.alloc(4)] : []), bytes]);
}

/** Opens a WebSocket by hand. Resolves with the connection once it is open. */
export async function openRawSocket(
  url: string,
  path: string,
  query: Record<string, string>,
): Promise<RawConnection> {
  const line = openRawConnection(url);
  const target = `${path}/?EIO=4&transport=websocket&${new URLSearchParams(query).toString()}`;
  line.say(
    `GET ${target} HTTP/1.1\r\nhost: ${new URL(url).host}\r\nconnection: upgrade\r\nupgrade: websocket\r\n` +
      'sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  );
  if (!(await line.answerWithin(20_000, /101 Switching[^]*"sid"/)))
    throw new Error(`no socket: ${line.received()}`);
  return line;
}
