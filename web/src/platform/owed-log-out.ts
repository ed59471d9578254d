import { ApiError } from './api-error.ts';
import { send } from './http.ts';
import { session } from './session.ts';

let running: Promise<void> | undefined;

const logOut = () => send({ method: 'POST', path: '/auth/logout' });

/** Ends the session of the cookie. Its token may have expired meanwhile, and a refresh would still renew it. */
async function endSession(): Promise<void> {
  try {
    await logOut();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'token_expired') throw error;
    await send({ method: 'POST', path: '/auth/refresh' });
    await logOut();
  }
}

async function callAgain(): Promise<void> {
  try {
    await endSession();
  } catch (error) {
    // Refused: the session had ended. Everything else is tried again.
    if (!(error instanceof ApiError) || error.status !== 401) return;
  }
  session.owesLogOut.clear();
}

/** Makes the call of a log-out that did not arrive, as no script can remove the session cookie (ID-07). Never rejects. */
export function finishLogOut(): Promise<void> {
  running ??= callAgain().finally(() => {
    running = undefined;
  });
  return running;
}
