import { useEffect } from 'react';
import { closeShellConnection, shellConnection } from '../../platform/realtime.ts';
import { session } from '../../platform/session.ts';
import { useSession } from '../../platform/use-session.ts';

/** How long the main screen has to itself before its connection is made. */
const QUIET_MS = 1500;

/**
 * Keeps the main screen's connection while somebody is logged in, and leaves when the server says that this
 * session has ended elsewhere. An upgrade in this browser brings its own new session.
 */
export function useShellConnection(): void {
  const username = useSession()?.username;
  useEffect(() => {
    if (username === undefined) return undefined;
    const connect = () =>
      shellConnection().on('session_ended', ({ reason }) => {
        if (reason === 'upgraded' || session.current()?.username !== username) return;
        session.end({ reason: reason === 'logged_out' ? 'logged-out' : 'expired', landing: '/' });
      });
    const timer = setTimeout(connect, QUIET_MS);
    return () => {
      clearTimeout(timer);
      closeShellConnection();
    };
  }, [username]);
}
