import { Readable } from 'node:stream';
import type { ByteSource, FileResponse } from '@adda/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';

const NOTHING_LOADED = "default-src 'none'; sandbox";

/** For our page inside a frame of our own: it loads only its own resources and sends no form (SV-82). */
const FRAMED_PAGE = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

/**
 * Sends bytes so that browsers don't guess another type, cached only by the requesting client unless public. A
 * `ByteSource` supports a single range.
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { bytes, contentType, cacheSeconds, isPublic = false, mayBeFramed = false, downloadName }: FileResponse,
): Promise<FastifyReply> {
  const who = isPublic ? 'public' : 'private';
  reply
    .header('content-type', contentType)
    .header('cache-control', cacheSeconds > 0 ? `${who}, max-age=${cacheSeconds}, immutable` : 'no-store')
    .header('content-security-policy', mayBeFramed ? FRAMED_PAGE : NOTHING_LOADED);
  if (downloadName !== undefined)
    reply.header('content-disposition', `attachment; filename="${downloadName}"`);
  if ('read' in bytes) return sendSource(request, reply, bytes);
  return reply.send(
    bytes instanceof Uint8Array
      ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
      : Readable.from(bytes),
  );
}

async function sendSource(
  request: FastifyRequest,
  reply: FastifyReply,
  { size, read }: ByteSource,
): Promise<FastifyReply> {
  reply.header('accept-ranges', 'bytes');
  const range = rangeOf(rangeHeaderOf(request), size);
  if (range === 'unsatisfiable') {
    return reply
      .code(416)
      .removeHeader('content-type')
      .header('cache-control', 'no-store')
      .header('content-range', `bytes */${size}`)
      .send();
  }
  const { from, to } = range ?? { from: 0, to: size - 1 };
  // A HEAD response has the size but reads nothing.
  const pieces = request.method === 'HEAD' ? [] : await read(from, to);
  if (range) reply.code(206).header('content-range', `bytes ${from}-${to}/${size}`);
  // A disconnect destroys the stream and with it the source.
  return reply.header('content-length', to - from + 1).send(Readable.from(pieces));
}

/**
 * Only for GET. `If-Range` refers to a version; files have none, so such a request gets the whole file (RFC 9110,
 * 13.1.5).
 */
function rangeHeaderOf({ method, headers }: FastifyRequest): string | undefined {
  return method === 'GET' && headers['if-range'] === undefined ? headers.range : undefined;
}

/** An inclusive byte range. */
type ByteRange = { readonly from: number; readonly to: number };

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
