import type { ShellConnection } from './realtime.ts';
import { session } from './session.ts';

/**
 * Ends the session here when it has ended elsewhere; after a suspension the user sees the reason
 * (SV-50). An upgrade in this browser starts its own new session. Returns the unsubscribe function.
 */
export const followSessionEnd = (connection: Pick<ShellConnection, 'on'>, username: string): (() => void) =>
  connection.on('session_ended', ({ reason }) => {
    if (reason === 'upgraded' || session.current()?.username !== username) return;
    if (reason === 'suspended') session.suspend(username);
    else session.end({ reason: reason === 'logged_out' ? 'logged-out' : 'expired', landing: '/' });
  });
