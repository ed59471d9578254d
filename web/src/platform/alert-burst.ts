/** One lock for all pages of this browser and its service worker. */
const LOCK = 'adda-alert';

/** What comes within this time after an alert belongs to the same burst, in ms; a push may come some seconds after its message. */
const BURST_MS = 5000;

/**
 * Calls `alert` with true unless a page or the service worker of this browser has alerted within this burst (PN-04), otherwise with
 * false. Resolves once `alert` has, and `over` of the result once the burst is over. Without locks every caller begins a burst.
 */
export async function inBurst(alert: (isFirst: boolean) => unknown): Promise<{ over: Promise<unknown> }> {
  const locks: LockManager | null | undefined = navigator.locks;
  if (!locks) {
    await alert(true);
    return { over: Promise.resolve() };
  }
  const { promise: alerted, resolve, reject } = Promise.withResolvers<void>();
  const over = locks.request(LOCK, { ifAvailable: true }, async (lock) => {
    try {
      await alert(lock !== null);
      resolve();
    } catch (error) {
      reject(error);
    }
    if (lock) await new Promise((done) => setTimeout(done, BURST_MS));
  });
  await alerted;
  return { over };
}
