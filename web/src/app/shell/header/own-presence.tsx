import { useLingui } from '@lingui/react/macro';
import { useAvailability } from '../../../features/settings/index.ts';
import { PresenceDot } from '../../../ui/presence-dot.tsx';

/**
 * Shows whether the user accepts messages, green or red: their own choice, independent of the connection
 * . A press changes it (SH-12, SE-03, SE-05, X-18).
 */
export function OwnPresence() {
  const { t } = useLingui();
  const { isAvailable, isBusy, toggle } = useAvailability();
  const isOnline = isAvailable !== false;
  const label = isOnline ? t`You're online. Go offline` : t`You're offline. Go online`;
  return (
    <button
      type="button"
      title={label}
      aria-label={label}
      aria-disabled={isBusy || undefined}
      onClick={toggle}
      className="grid size-11 shrink-0 place-items-center rounded-full transition-colors hover:bg-raised"
    >
      <PresenceDot isOwn isOnline={isOnline} className="scale-125" />
    </button>
  );
}
