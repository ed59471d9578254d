const COLOR_TABLE = 0x80;
const EXTENSION = 0x21;
const IMAGE = 0x2c;
const TRAILER = 0x3b;

/** Whether all blocks of a GIF are complete; the decoder itself would pad missing data. Reads no pixels. */
export function isWholeGif(bytes: Uint8Array): boolean {
  const tableBytes = (flagsAt: number) => {
    const flags = bytes[flagsAt] ?? 0;
    return flags & COLOR_TABLE ? 3 * 2 ** ((flags & 7) + 1) : 0;
  };
  let frames = 0;
  let at = 13 + tableBytes(10);
  while (at < bytes.length && bytes[at] !== TRAILER) {
    if (bytes[at] === EXTENSION) {
      at = endOfParts(bytes, at + 2);
    } else if (bytes[at] === IMAGE) {
      frames += 1;
      at = endOfParts(bytes, at + 11 + tableBytes(at + 9));
    } else {
      return false;
    }
  }
  return frames > 0 && at <= bytes.length;
}

/** Returns the position after a sequence of length-prefixed sub-blocks; the last one is empty. */
function endOfParts(bytes: Uint8Array, from: number): number {
  let at = from;
  for (let length = bytes[at]; length !== 0; length = bytes[at]) {
    if (length === undefined) return Infinity;
    at += 1 + length;
  }
  return at + 1;
}
