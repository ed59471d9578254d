import { t } from '@lingui/core/macro';
import { useEffect, useSyncExternalStore } from 'react';
import { toast } from '../../../ui/toast-store.ts';
import { roomsAreHeard } from './creator-rooms.ts';

/** An interruption of this length is shown to the user. */
const PATIENCE_MS = 10_000;

/** Shows once that live updates of the screen are interrupted (RT-37). */
export function useLiveTrouble(): void {
  const isHeard = useSyncExternalStore(roomsAreHeard.subscribe, roomsAreHeard.current);
  useEffect(() => {
    if (isHeard) return undefined;
    const timer = setTimeout(
      () => toast.problem(t`Failed to connect to real-time updates. Please refresh.`),
      PATIENCE_MS,
    );
    return () => clearTimeout(timer);
  }, [isHeard]);
}
