import { Agent, request } from 'node:http';

/** An answer as it came. */
export type RawAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  readonly ms: number;
};

/** A call that need not be any contract's. */
export type RawCall = {
  readonly method: string;
  /** Path with its query, as it goes over the line. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Buffer;
};

/** Longer than this is a hang, in milliseconds. */
const HANGS_MS = 30_000;
const MOST_BYTES = 4 * 1024 * 1024;

const agent = new Agent({ keepAlive: true, maxSockets: 32 });

/** Makes a call and answers what came; a status of 0 where the connection broke or nothing came in 30 s (`text` says so). */
export async function callRaw(url: string, { method, target, headers, body }: RawCall): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  const began = performance.now();
  return new Promise((answered) => {
    const fail = (text: string) => answered({ status: 0, headers: {}, text, ms: performance.now() - began });
    const call = request({ hostname, port, method, path: target, agent }, (response) => {
      const parts: Buffer[] = [];
      let size = 0;
      response.on('data', (part: Buffer) => {
        size += part.length;
        if (size <= MOST_BYTES) parts.push(part);
      });
      response.on('error', (error) => fail(`broken: ${error.message}`));
      response.on('end', () => {
        answered({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(parts).toString(),
          ms: performance.now() - began,
        });
      });
    });
    call.setTimeout(HANGS_MS, () => {
      fail('hangs');
      call.destroy();
    });
    call.on('error', (error) => fail(`broken: ${error.message}`));
    for (const [name, value] of Object.entries(headers)) call.setHeader(name, value);
    // Node sends the body of a DELETE without saying how long it is.
    if (body !== undefined && !('transfer-encoding' in headers))
      call.setHeader('content-length', Buffer.byteLength(body));
    if (body === undefined) call.removeHeader('transfer-encoding');
    call.end(body);
  });
}

/** Whether a connection that was kept open was closed by the other side while a call went out; such a call is repeated. */
export const isStaleConnection = ({ status, text }: RawAnswer): boolean =>
  status === 0 && /ECONNRESET|socket hang up|EPIPE/.test(text);
