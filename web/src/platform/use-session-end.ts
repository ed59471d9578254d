import { useEffect } from 'react';
import { followSessionEnd } from './follow-session-end.ts';
import { closeShellConnection, shellConnection } from './realtime.ts';
import { useSession } from './use-session.ts';

/** How long a screen has to itself before its connection is made. */
const QUIET_MS = 1500;

/** Hears on a screen outside the main one that the session has ended elsewhere. */
export function useSessionEnd(): void {
  const account = useSession()?.username;
  useEffect(() => {
    if (account === undefined) return undefined;
    let stop: (() => void) | undefined;
    const timer = setTimeout(() => {
      stop = followSessionEnd(shellConnection(), account);
    }, QUIET_MS);
    return () => {
      clearTimeout(timer);
      if (!stop) return;
      stop();
      closeShellConnection();
    };
  }, [account]);
}
