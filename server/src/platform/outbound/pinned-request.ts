import { isIP, type LookupFunction } from 'node:net';
import { Client } from 'undici';
import type { CheckedTarget } from './public-target.ts';

const MAX_HEADER_BYTES = 16 * 1024;

/** One request to a checked target. */
export type PinnedRequest = {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** Limit of the connection's setup. */
  readonly timeoutMs: number;
  /** PEM; default: the authorities that Node.js trusts. */
  readonly ca?: string | undefined;
};

/** The start of a response; the body is streamed. */
export type PinnedResponse = {
  readonly status: number;
  readonly headers: {
    readonly location: string | undefined;
    readonly type: string | undefined;
    readonly length: string | undefined;
    readonly encoding: string | undefined;
    readonly retryAfter: string | undefined;
  };
  readonly body: AsyncIterable<Uint8Array>;
  /** Closes the connection, whether the body was read or not. Must always be called. */
  readonly cutOff: () => Promise<void>;
};

/** Returns the checked addresses instead of resolving again (prevents DNS rebinding). */
function pinnedLookup(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_name, options, done) => {
    const [first] = found;
    if (options.all) done(null, found);
    else if (first) done(null, first.address, first.family);
  };
}

const single = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);

/** Opens a separate connection to a checked target and sends one request. Never follows a redirect. */
export async function openPinned(
  { url, addresses }: CheckedTarget,
  { method, headers: sent, body: sentBody, timeoutMs, ca }: PinnedRequest,
  signal: AbortSignal,
): Promise<PinnedResponse> {
  const client = new Client(url.origin, {
    connect: { lookup: pinnedLookup(addresses), timeout: timeoutMs, ...(ca !== undefined && { ca }) },
    allowH2: false,
    maxHeaderSize: MAX_HEADER_BYTES,
  });
  try {
    const { statusCode, headers, body } = await client.request({
      method,
      path: url.pathname + url.search,
      headers: { ...sent, 'accept-encoding': 'identity', 'user-agent': 'Adda' },
      body: sentBody ?? null,
      signal,
    });
    return {
      status: statusCode,
      headers: {
        location: single(headers.location),
        type: single(headers['content-type']),
        length: single(headers['content-length']),
        encoding: single(headers['content-encoding']),
        retryAfter: single(headers['retry-after']),
      },
      body,
      async cutOff() {
        // Destroying the connection ends an unread body with an error that has no other listener.
        body.on('error', () => {});
        await client.destroy();
      },
    };
  } catch (error) {
    await client.destroy();
    throw error;
  }
}
