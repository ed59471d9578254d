import { t } from '@lingui/core/macro';
import { useEffect, useSyncExternalStore } from 'react';
import { toast } from '../../../ui/toast-store.ts';
import { roomsAreHeard } from './creator-rooms.ts';

/** A connection that is away for so long is more than a short break. */
const PATIENCE_MS = 10_000;

/** Says once when what happens on the screen that uses this can't be heard for a while (RT-37). */
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
