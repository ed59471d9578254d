type EarlyResponses = {
  /** For whom the requests were sent. */
  readonly username: string | null;
  readonly byAddress: Record<string, Promise<Response>>;
};

declare global {
  // `var` is how a property of the global object is declared.
  // oxlint-disable-next-line no-var
  var earlyResponses: EarlyResponses | undefined;
}

/** How long after the start of the page an early response counts as current, in ms. */
const MAX_AGE_MS = 15_000;

/**
 * Returns the response to a request that the boot script sent while the code of the screen was loading (app/boot.ts), once;
 * undefined if there is none, if it was sent for another user, or if the page is open for longer.
 */
export function takeEarlyResponse(
  address: string,
  username: string | undefined,
): Promise<Response> | undefined {
  const early = globalThis.earlyResponses;
  const response = early?.byAddress[address];
  if (!early || !response) return undefined;
  delete early.byAddress[address];
  return early.username === username && performance.now() < MAX_AGE_MS ? response : undefined;
}

/** Drops the responses that are left; called with every change, after which they may be outdated. */
export function dropEarlyResponses(): void {
  globalThis.earlyResponses = undefined;
}
