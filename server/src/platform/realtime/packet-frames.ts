/**
 * A Socket.IO packet in two parts, such as `2["said"` and `,{"n":1}]`. Packets of several events and rooms share a payload, and the text of
 * a packet that is only framed or sent to other nodes is never put together.
 */
export type Packet = { readonly start: string; readonly payload: string };

/** Packets encoded and framed once for all their recipients. */
export type FramedPackets = {
  /** For the ordinary way. */
  readonly packets: readonly Packet[];
  /** All packets as consecutive WebSocket frames, ready for a TCP socket. */
  readonly frames: Buffer;
};

const TEXT_FRAME = 0x81;
const LENGTH_16 = 126;
const LENGTH_64 = 127;
const ENGINE_MESSAGE = '4';

/** Returns the part of a packet up to its event. */
export const startOf = (event: string): string => `2["${event}"`;

/** Encodes an event like the Socket.IO default parser for the main namespace: `2["event",payload]`. */
export const encodeEvent = (event: string, payload?: unknown): Packet => ({
  start: startOf(event),
  payload: encodePayload(payload),
});

/** Returns the part of a packet after its event. */
export const encodePayload = (payload: unknown): string =>
  payload === undefined ? ']' : `,${JSON.stringify(payload)}]`;

/** Returns the text of a packet. */
export const textOf = ({ start, payload }: Packet): string => `${start}${payload}`;

/** Frames packets as unmasked, unfragmented WebSocket text frames (RFC 6455, 5.2) with Engine.IO messages. */
export function framePackets(packets: readonly Packet[]): FramedPackets {
  const sizes = packets.map(
    ({ start, payload }) => Buffer.byteLength(start) + Buffer.byteLength(payload) + ENGINE_MESSAGE.length,
  );
  const frames = Buffer.allocUnsafe(sizes.reduce((sum, size) => sum + headerLength(size) + size, 0));
  let offset = 0;
  packets.forEach(({ start, payload }, index) => {
    offset = writeHeader(frames, offset, sizes[index] ?? 0);
    offset += frames.write(ENGINE_MESSAGE, offset, 'latin1');
    offset += frames.write(start, offset);
    offset += frames.write(payload, offset);
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
