import { displayedName } from '@adda/contract/accounts';
import { Trans } from '@lingui/react/macro';
import { BadgeCheck } from 'lucide-react';
import { fullDay } from '../../../ui/time-format.ts';

export type SubscribedProps = { creator: string; expiresAt: string | null };

/** Shows that there is a subscription, and its expiry. */
export function Subscribed({ creator, expiresAt }: SubscribedProps) {
  const name = displayedName(creator);
  const day = expiresAt === null ? '' : fullDay(expiresAt);
  return (
    <div
      role="status"
      tabIndex={-1}
      className="outline-none flex items-start gap-3 rounded-card bg-marigold-wash p-4"
    >
      <BadgeCheck aria-hidden="true" className="mt-0.5 size-6 shrink-0 text-teal" />
      <div className="min-w-0">
        <p className="font-semibold">
          <Trans>You're subscribed.</Trans>
        </p>
        <p className="text-sm break-words text-mute">
          {day ? (
            <Trans>
              Everything that {name} has locked is open for you until {day}.
            </Trans>
          ) : (
            <Trans>Everything that {name} has locked is open for you.</Trans>
          )}
        </p>
      </div>
    </div>
  );
}
