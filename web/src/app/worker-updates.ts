import { TAKE_OVER } from '../platform/page-messages.ts';
import { checkForUpdate, reloadWith } from './after-update.ts';

/** A page that comes into view asks for an update this long after the last time, in ms. */
const ASK_AFTER_MS = 3_600_000;

/** A worker that does not take over within this time is not waited for, in ms. */
const TAKEN_OVER_WITHIN_MS = 2000;

/** Lets a worker that waits take over. */
function takeOver(worker: ServiceWorker): void {
  // A message to a worker has no target origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  worker.postMessage(TAKE_OVER);
}

/** Reloads into the version that waits. */
function reload(registration: ServiceWorkerRegistration): void {
  const load = () => location.reload();
  if (!registration.waiting) return load();
  navigator.serviceWorker.addEventListener('controllerchange', load, { once: true });
  setTimeout(load, TAKEN_OVER_WITHIN_MS);
  takeOver(registration.waiting);
}

/**
 * Offers a reload when a new version of the app waits (PN-01). A page that is of that version itself, because it was opened after the
 * deployment, lets its worker take over at once.
 */
export function followUpdates(registration: ServiceWorkerRegistration): void {
  const decide = async () => {
    if (!registration.waiting || (await checkForUpdate())) return;
    if (registration.waiting) takeOver(registration.waiting);
  };
  // A server that can't be reached is asked again with the next page.
  const found = () => void decide().catch(() => undefined);
  const follow = () => {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed') found();
    });
  };
  reloadWith(() => reload(registration));
  registration.addEventListener('updatefound', follow);
  follow();
  found();
  let askedAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || Date.now() - askedAt < ASK_AFTER_MS) return;
    askedAt = Date.now();
    registration.update().catch(() => undefined); // no network: the next time
  });
}
