import { Agent, request } from 'node:http';

/** A raw response. */
export type RawResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  readonly ms: number;
};

/** A call that need not match the contract. */
export type RawCall = {
  readonly method: string;
  /** Path and query as sent. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Buffer;
};

/** Time limit in milliseconds; a longer call is a hang. */
const HANGS_MS = 30_000;
const MOST_BYTES = 4 * 1024 * 1024;

const agent = new Agent({ keepAlive: true, maxSockets: 32 });

/**
 * Makes a call. Returns the response; status 0 if the connection failed or no response came in 30 s (`text` says
 * which).
 */
export async function callRaw(url: string, { method, target, headers, body }: RawCall): Promise<RawResponse> {
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
    // Node sends the body of a DELETE without its length.
    if (body !== undefined && !('transfer-encoding' in headers))
      call.setHeader('content-length', Buffer.byteLength(body));
    if (body === undefined) call.removeHeader('transfer-encoding');
    call.end(body);
  });
}

/** Whether a keep-alive connection was closed by the server while the call was sent; such a call is retried. */
export const isStaleConnection = ({ status, text }: RawResponse): boolean =>
  status === 0 && /ECONNRESET|socket hang up|EPIPE/.test(text);
