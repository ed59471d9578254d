import { Trans } from '@lingui/react/macro';
import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { shownCopies } from '../platform/shown-copies.ts';

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/** Whether the browser reports a network connection. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);

/** Whether something is shown as it was kept on this device, because the server can't be reached (PN-01). */
const useShowsCopies = (): boolean => useSyncExternalStore(shownCopies.subscribe, shownCopies.isAny);

/**
 * Reports that there is no network, or no server, and that nothing is lost. The live region stays mounted, so that the text
 * is read out.
 */
export function OfflineBanner() {
  const isOnline = useOnline();
  const showsCopies = useShowsCopies();
  return (
    <div role="status">
      {(!isOnline || showsCopies) && (
        <p className="flex items-center justify-center gap-2 bg-marigold px-4 py-2 text-center text-sm font-semibold text-on-marigold">
          <WifiOff aria-hidden="true" className="size-4 shrink-0" />
          {isOnline ? (
            <Trans>We can't be reached right now. This is what you saw last.</Trans>
          ) : (
            <Trans>You're offline. What's here stays, and we'll catch up when you're back.</Trans>
          )}
        </p>
      )}
    </div>
  );
}
