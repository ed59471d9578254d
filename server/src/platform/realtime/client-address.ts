import type { IncomingMessage } from 'node:http';

/**
 * Returns the address of a client behind `trustProxy` reverse proxies, like `request.ip` of the HTTP side. Each proxy
 * appends its peer to X-Forwarded-For, so only the last entries are trusted.
 */
export function clientAddress(
  request: Pick<IncomingMessage, 'headers' | 'socket'>,
  trustProxy: number,
): string {
  const direct = request.socket.remoteAddress ?? '';
  if (trustProxy === 0) return direct;
  const forwarded = String(request.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '');
  const hops = [direct, ...forwarded.toReversed()];
  return hops[Math.min(trustProxy, hops.length - 1)] ?? direct;
}
