/** Name of the background sync that sends the outbox: pages ask for it, the service worker gets its event (PN-01). */
export const OUTBOX_SYNC = 'outbox';

/** The part of a registration that TypeScript does not know; only Chromium has it. */
type WithSync = { readonly sync?: { register(tag: string): Promise<void> } };

/** Asks for a sync of the outbox; resolves with whether the browser will do it. */
export async function askForSync(
  registration: (Pick<ServiceWorkerRegistration, 'active'> & WithSync) | undefined,
): Promise<boolean> {
  if (!registration?.active || !registration.sync) return false;
  try {
    await registration.sync.register(OUTBOX_SYNC);
    return true;
  } catch {
    return false; // the user or the browser does not allow it
  }
}

/** The same, for the service worker of this page. Without one nothing can be sent once the page is closed. */
export async function askWorkerForSync(): Promise<boolean> {
  if (!('serviceWorker' in navigator)) return false;
  try {
    return await askForSync(await navigator.serviceWorker.getRegistration());
  } catch {
    return false; // the browser forbids service workers here
  }
}
