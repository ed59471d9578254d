import { createTargetCheck, type CheckedTarget } from './public-target.ts';
import { openPinned, type PinnedResponse } from './pinned-request.ts';
import {
  OutboundRefused,
  type FetchLimits,
  type Fetched,
  type Outbound,
  type OutboundOptions,
} from './outbound.types.ts';

const MAX_REDIRECTS = 5;
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

/** Creates the fetcher. It does not depend on the environment: no proxy, no cookies, no setting. */
export function createOutbound(options: OutboundOptions = {}): Outbound {
  const check = createTargetCheck(options);

  const fetchOnce = async (target: CheckedTarget, limits: FetchLimits, signal: AbortSignal) => {
    const answer = await openPinned(target, limits, signal);
    try {
      if (REDIRECTS.includes(answer.status)) return redirectTarget(answer, target.url);
      return { ...(await readBody(answer, limits.maxBytes)), url: target.url.href };
    } finally {
      await answer.cutOff();
    }
  };

  const followRedirects = async (
    text: string,
    limits: FetchLimits,
    signal: AbortSignal,
  ): Promise<Fetched> => {
    let next = text;
    for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
      const answer = await fetchOnce(await untilAborted(check(next), signal), limits, signal);
      if (typeof answer !== 'string') return answer;
      next = answer;
    }
    throw new OutboundRefused('redirects');
  };

  return {
    async fetchBytes(url, limits) {
      const signal = AbortSignal.timeout(limits.timeoutMs);
      try {
        return await followRedirects(url, limits, signal);
      } catch (error) {
        if (error instanceof OutboundRefused) throw error;
        throw new OutboundRefused(signal.aborted ? 'time' : 'network', { cause: error });
      }
    },
  };
}

function redirectTarget({ headers }: PinnedResponse, from: URL): string {
  const next = URL.parse(headers.location ?? '', from.href);
  if (headers.location === undefined || !next) throw new OutboundRefused('redirects');
  return next.href;
}

async function readBody({ status, headers, body }: PinnedResponse, maxBytes: number) {
  if (status !== 200) throw new OutboundRefused('status');
  // Decompression could bypass the size limit, and pictures don't benefit from it.
  if ((headers.encoding ?? 'identity') !== 'identity') throw new OutboundRefused('encoding');
  if (Number(headers.length ?? 0) > maxBytes) throw new OutboundRefused('size');
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) throw new OutboundRefused('size');
    chunks.push(chunk);
  }
  return { bytes: Buffer.concat(chunks), contentType: headers.type ?? '' };
}

/** Rejects when the signal aborts: a slow name lookup must not outlive the deadline, and can't be cancelled. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
