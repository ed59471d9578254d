import { untilAborted, withDeadline } from './deadline.ts';
import type { Poster, PosterOptions } from './outbound.types.ts';
import { openPinned } from './pinned-request.ts';
import { createAddressMatch, createTargetCheck, isPublicAddress } from './public-target.ts';

/** Most bytes of a response that are read before the connection is closed. Nothing in them is used. */
const MAX_RESPONSE_BYTES = 4096;

/**
 * Creates the sender of bytes. It checks and pins addresses as the fetcher does, over https on any port; `allowAddresses` adds
 * addresses, also behind local names, and changes nothing else (PN-02).
 */
export function createPoster({ resolve, allowAddresses = [], ca }: PosterOptions = {}): Poster {
  const isAdded = createAddressMatch(allowAddresses);
  const check = createTargetCheck({
    ...(resolve && { resolve }),
    protocols: ['https:'],
    isAllowed: ({ address }) => isPublicAddress(address) || isAdded(address),
    ...(allowAddresses.length > 0 && { isLocalAllowed: isAdded }),
  });
  return {
    postBytes: (url, { headers, body, timeoutMs }) =>
      withDeadline(timeoutMs, async (signal) => {
        const target = await untilAborted(check(url), signal);
        const answer = await openPinned(target, { method: 'POST', headers, body, timeoutMs, ca }, signal);
        try {
          // Services that still send when the connection closes may count that as a failure.
          await readSome(answer.body);
          return { status: answer.status, retryAfter: answer.headers.retryAfter };
        } finally {
          await answer.cutOff();
        }
      }),
  };
}

/** Reads a response up to the limit. A response that breaks off has been given all the same. */
async function readSome(body: AsyncIterable<Uint8Array>): Promise<void> {
  let size = 0;
  try {
    for await (const chunk of body) {
      size += chunk.length;
      if (size > MAX_RESPONSE_BYTES) return;
    }
  } catch {
    // The status has arrived before, and nothing else of the response is used.
  }
}
