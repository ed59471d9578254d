/** Packets encoded and framed once for all their recipients. */
export type FramedPackets = {
  /** Socket.IO packets, for the ordinary way. */
  readonly packets: readonly string[];
  /** All packets as consecutive WebSocket frames, ready for a TCP socket. */
  readonly frames: Buffer;
};

const TEXT_FRAME = 0x81;
const LENGTH_16 = 126;
const LENGTH_64 = 127;
const ENGINE_MESSAGE = '4';

/** Encodes an event like the Socket.IO default parser for the main namespace: `2["event",payload]`. */
export function encodeEvent(event: string, payload?: unknown): string {
  return `2${JSON.stringify(payload === undefined ? [event] : [event, payload])}`;
}

/** Like `encodeEvent`, for a payload that is JSON already. */
export function encodeEventOf(event: string, payload: string): string {
  return `2[${JSON.stringify(event)},${payload}]`;
}

/** Frames packets as unmasked, unfragmented WebSocket text frames (RFC 6455, 5.2) with Engine.IO messages. */
export function framePackets(packets: readonly string[]): FramedPackets {
  const sizes = packets.map((packet) => Buffer.byteLength(packet) + ENGINE_MESSAGE.length);
  const frames = Buffer.allocUnsafe(sizes.reduce((sum, size) => sum + headerLength(size) + size, 0));
  let offset = 0;
  packets.forEach((packet, index) => {
    offset = writeHeader(frames, offset, sizes[index] ?? 0);
    offset += frames.write(ENGINE_MESSAGE, offset, 'latin1');
    offset += frames.write(packet, offset);
  });
  return { packets, frames };
}

function headerLength(size: number): number {
  if (size < LENGTH_16) return 2;
  return size < 65_536 ? 4 : 10;
}

function writeHeader(frames: Buffer, offset: number, size: number): number {
  frames[offset] = TEXT_FRAME;
  if (size < LENGTH_16) {
    frames[offset + 1] = size;
  } else if (size < 65_536) {
    frames[offset + 1] = LENGTH_16;
    frames.writeUInt16BE(size, offset + 2);
  } else {
    frames[offset + 1] = LENGTH_64;
    frames.writeUInt32BE(0, offset + 2);
    frames.writeUInt32BE(size, offset + 6);
  }
  return offset + headerLength(size);
}
