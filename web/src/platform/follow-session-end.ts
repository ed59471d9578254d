import type { ShellConnection } from './realtime.ts';
import { session } from './session.ts';

/**
 * Leaves when the server says that this session has ended elsewhere; after a suspension the person reads why
 * (SV-50). An upgrade in this browser brings its own new session. Returns how to stop.
 */
export const followSessionEnd = (connection: Pick<ShellConnection, 'on'>, username: string): (() => void) =>
  connection.on('session_ended', ({ reason }) => {
    if (reason === 'upgraded' || session.current()?.username !== username) return;
    if (reason === 'suspended') session.suspend(username);
    else session.end({ reason: reason === 'logged_out' ? 'logged-out' : 'expired', landing: '/' });
  });
