import { t } from '@lingui/core/macro';
import type { GroupConnection } from '../../platform/realtime.ts';
import { toast } from '../../ui/toast-store.ts';

/** A connection that is back within this time shows no toast. */
const PATIENCE_MS = 1500;

/**
 * Shows toasts when the room's connection is lost and restored (SH-62, GC-45), but not for the first connection.
 * Returns the function that stops it.
 */
export function showConnectionToasts(connection: Pick<GroupConnection, 'state' | 'onState'>): () => void {
  let lost: ReturnType<typeof setTimeout> | undefined;
  let isSlow = false;
  let isLost = false;
  const first = setTimeout(() => {
    isSlow = connection.state() !== 'connected';
  }, PATIENCE_MS);
  const stop = connection.onState((state, isAgain) => {
    clearTimeout(lost);
    if (state !== 'connected') {
      isLost = true;
      lost = setTimeout(() => toast.show(t`Disconnected`), PATIENCE_MS);
      return;
    }
    if (isAgain && isLost) toast.success(t`Reconnected to group chat`);
    else if (isSlow && !isAgain) toast.success(t`Connected`);
    isLost = false;
  });
  return () => {
    stop();
    clearTimeout(first);
    clearTimeout(lost);
  };
}
