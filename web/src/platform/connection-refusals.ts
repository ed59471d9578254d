const codes: ReadonlySet<string> = new Set([
  'internal',
  'draining',
  'storage_full',
  'unavailable',
  'rate_limited',
  'too_many_events',
]);

/** Whether a refused connection may succeed later: the server's own errors, and exceeding the rate limit. */
export const isTemporaryCode = (code: string): boolean => codes.has(code);
