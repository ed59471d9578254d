import { Trans } from '@lingui/react/macro';
import { classNames } from '../../ui/class-names.ts';
import type { ChatConnectionState } from '../messages/index.ts';

/** A connection's state as a dot and a label (GC-06, GC-42), so that it does not depend on colour alone. */
export function ConnectionLabel({ state }: { state: ChatConnectionState | undefined }) {
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
