import type { IncomingMessage } from 'node:http';

/**
 * Whether a handshake may come from where it says: from a public origin, from the host that it asks, or from
 * a client that sends no Origin and so is no browser.
 */
export function isOriginAllowed(
  request: Pick<IncomingMessage, 'headers'>,
  publicOrigins: readonly string[],
): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const asked = new URL(origin);
  const isWeb = asked.protocol === 'http:' || asked.protocol === 'https:';
  return isWeb && (asked.host === host || publicOrigins.includes(asked.origin));
}
