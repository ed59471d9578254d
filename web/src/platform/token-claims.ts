/** Name of the lock under which a token is renewed: the tabs of a browser and its service worker share it. */
export const SESSION_LOCK = 'adda-session-refresh';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/**
 * Decodes a token's payload without verifying its signature; returns null unless it has three parts (AU-03,
 * AU-04).
 */
export function decodeToken(token: string): { sub: string; exp: number } | null {
  const parts = token.split('.');
  const body = parts[1];
  if (parts.length !== 3 || !body) return null;
  try {
    const bytes = Uint8Array.from(atob(body.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));
    const payload: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (!isRecord(payload) || typeof payload.sub !== 'string') return null;
    return { sub: payload.sub, exp: typeof payload.exp === 'number' ? payload.exp : 0 };
  } catch {
    return null; // not base64 or not JSON: treated as no token
  }
}
