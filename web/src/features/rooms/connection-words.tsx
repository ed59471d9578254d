import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import type { ConnectionState } from '../../platform/connection.ts';
import { classNames } from '../../ui/class-names.ts';
import { toast } from '../../ui/toast-store.ts';
import type { RoomSession } from './room-session.ts';

/** A connection that comes back sooner was never missed. */
const PATIENCE_MS = 1500;

/** Says when the room's connection is lost and back (SH-62, GC-45), not when it is first made as usual. */
export function useConnectionToasts(session: RoomSession | undefined): void {
  const lost = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (!session) return undefined;
    let isSlow = false;
    const first = setTimeout(() => {
      isSlow = session.line.state() !== 'connected';
    }, PATIENCE_MS);
    const stop = session.line.onState((state, isAgain) => {
      clearTimeout(lost.current);
      if (state !== 'connected') {
        lost.current = setTimeout(() => toast.show(t`Disconnected`), PATIENCE_MS);
      } else if (isAgain) toast.success(t`Reconnected to group chat`);
      else if (isSlow) toast.success(t`Connected`);
    });
    return () => {
      stop();
      clearTimeout(first);
      clearTimeout(lost.current);
    };
  }, [session]);
}

/** A connection's state as a dot and a word (GC-06, GC-42): told apart without colours as well. */
export function ConnectionWords({ state }: { state: ConnectionState }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <span
        aria-hidden="true"
        className={classNames(
          'size-2.5 rounded-full',
          state === 'connected' && 'bg-teal',
          state === 'reconnecting' && 'bg-marigold',
          state === 'disconnected' && 'border-2 border-danger',
        )}
      />
      {state === 'connected' && <Trans>Connected</Trans>}
      {state === 'reconnecting' && <Trans>Connecting...</Trans>}
      {state === 'disconnected' && <Trans>Disconnected</Trans>}
    </span>
  );
}
