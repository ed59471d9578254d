import { useEffect } from 'react';
import { followSessionEnd } from './follow-session-end.ts';
import { closeShellConnection, shellConnection } from './realtime.ts';
import { useSession } from './use-session.ts';

/** Delay before the connection opens, in ms, so that the screen can render first. */
const CONNECT_DELAY_MS = 1500;

/** Ends the session on a screen outside the main one when it has ended elsewhere. */
export function useSessionEnd(): void {
  const account = useSession()?.username;
  useEffect(() => {
    if (account === undefined) return undefined;
    let stop: (() => void) | undefined;
    const timer = setTimeout(() => {
      stop = followSessionEnd(shellConnection(), account);
    }, CONNECT_DELAY_MS);
    return () => {
      clearTimeout(timer);
      if (!stop) return;
      stop();
      closeShellConnection();
    };
  }, [account]);
}
