import { createTargetCheck, type CheckedTarget } from './public-target.ts';
import { untilAborted, withDeadline } from './deadline.ts';
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
    const { accept = '*/*', timeoutMs } = limits;
    const answer = await openPinned(target, { method: 'GET', headers: { accept }, timeoutMs }, signal);
    try {
      if (REDIRECTS.includes(answer.status)) return redirectTarget(answer, target.url);
      return { ...(await readBody(answer, limits)), url: target.url.href };
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
    for (let hops = 0; hops <= (limits.maxRedirects ?? MAX_REDIRECTS); hops += 1) {
      const answer = await fetchOnce(await untilAborted(check(next), signal), limits, signal);
      if (typeof answer !== 'string') return answer;
      next = answer;
    }
    throw new OutboundRefused('redirects');
  };

  return {
    fetchBytes: (url, limits) =>
      withDeadline(limits.timeoutMs, (signal) => followRedirects(url, limits, signal)),
  };
}

function redirectTarget({ headers }: PinnedResponse, from: URL): string {
  const next = URL.parse(headers.location ?? '', from.href);
  if (headers.location === undefined || !next) throw new OutboundRefused('redirects');
  return next.href;
}

async function readBody(
  { status, headers, body }: PinnedResponse,
  { maxBytes, types, mayCut = false }: FetchLimits,
) {
  if (status !== 200) throw new OutboundRefused('status');
  const contentType = headers.type ?? '';
  if (types && !types.includes(typeOf(contentType))) throw new OutboundRefused('type');
  // Decompression could bypass the size limit, and pictures don't benefit from it.
  if ((headers.encoding ?? 'identity') !== 'identity') throw new OutboundRefused('encoding');
  if (!mayCut && Number(headers.length ?? 0) > maxBytes) throw new OutboundRefused('size');
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size <= maxBytes) continue;
    if (!mayCut) throw new OutboundRefused('size');
    break;
  }
  return { bytes: Buffer.concat(chunks).subarray(0, maxBytes), contentType };
}

/** Returns the type of a `content-type` header without its parameters. */
const typeOf = (contentType: string): string => contentType.split(';')[0]?.trim().toLowerCase() ?? '';
