import { t } from '@lingui/core/macro';
import { useEffect, useSyncExternalStore } from 'react';
import { toast } from '../../../ui/toast-store.ts';
import { roomConnection } from './creator-rooms.ts';

/** An interruption of this length is shown to the user. */
const WARN_AFTER_MS = 10_000;

/** Shows once that live updates of the screen are interrupted (RT-37). */
export function useLiveUpdatesWarning(): void {
  const isConnected = useSyncExternalStore(roomConnection.subscribe, roomConnection.current);
  useEffect(() => {
    if (isConnected) return undefined;
    const timer = setTimeout(
      () => toast.problem(t`Failed to connect to real-time updates. Please refresh.`),
      WARN_AFTER_MS,
    );
    return () => clearTimeout(timer);
  }, [isConnected]);
}
