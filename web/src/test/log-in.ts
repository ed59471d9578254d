import { session } from '../platform/session.ts';

/** Logs a user in, as the response to a login does; the session is fresh for an hour unless said otherwise. */
export const logIn = (username: string, secondsLeft = 3600): void =>
  session.start({ username, expires_in: secondsLeft });
