import type { IncomingMessage } from 'node:http';

/**
 * Whether the origin of a handshake is allowed: a public origin, the requested host, or none, which means that
 * the client is not a browser.
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
