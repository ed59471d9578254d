/** An inclusive byte range. */
export type ByteRange = { readonly from: number; readonly to: number };

/** More digits than any file size has; longer numbers lose precision. */
const RANGE = /^bytes=(?:(\d{1,15})-(\d{0,15})|-(\d{1,15}))$/i;

/**
 * Parses a Range header for a file of `size` bytes (RFC 9110, 14.2). Returns one range, `unsatisfiable`, or undefined
 * for the whole file. Several ranges and invalid headers also result in the whole file.
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
