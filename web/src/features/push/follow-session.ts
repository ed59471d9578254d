import { deviceState } from '../../platform/device-state.ts';
import { session } from '../../platform/session.ts';
import { devicePush } from './device-push.ts';
import { shareSession } from './share-session.ts';

/** Removes what is left of another account. */
async function forgetOthers(): Promise<void> {
  const held = await deviceState.get('session');
  if (held && held.account !== session.current()?.username) await devicePush.forget();
}

/**
 * Keeps the service worker's copy of the session like that of the pages, and notifications on for the account that switched them on;
 * with the end of the session nothing of its account is left (PN-02). Returns the function that stops it.
 */
export function followSession(): () => void {
  let last: Promise<unknown> = Promise.resolve();
  let resumed: string | undefined;
  const resume = async () => {
    const account = session.current()?.username;
    if (account === resumed) return;
    resumed = account;
    if (account !== undefined) await devicePush.resume();
  };
  const follow = () => {
    // What fails is tried again at the next start; what is switched on stays so.
    last = last
      .then(forgetOthers)
      .then(shareSession)
      .then(resume)
      .catch(() => undefined);
  };
  follow();
  return session.subscribe(follow);
}
