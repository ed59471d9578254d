/** Bytes from `from` up to and with `to`. */
export type ByteRange = { readonly from: number; readonly to: number };

/** More digits than any size has; what is longer is no number that could be counted with. */
const RANGE = /^bytes=(?:(\d{1,15})-(\d{0,15})|-(\d{1,15}))$/i;

/**
 * What a Range header asks for, of so many bytes (RFC 9110, 14.2): one range, `unsatisfiable`, or undefined for the
 * whole, which is also the answer to several ranges and to what is no range.
 */
export function rangeOf(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, first, last, suffix] = RANGE.exec(header ?? '') ?? [];
  if (suffix !== undefined) {
    const length = Math.min(Number(suffix), size);
    return length === 0 ? 'unsatisfiable' : { from: size - length, to: size - 1 };
  }
  if (first === undefined) return undefined;
  const from = Number(first);
  const to = last ? Number(last) : Infinity;
  if (to < from) return undefined;
  return from >= size ? 'unsatisfiable' : { from, to: Math.min(to, size - 1) };
}
