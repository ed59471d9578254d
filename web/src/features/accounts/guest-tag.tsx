import { Trans } from '@lingui/react/macro';
import { isGuestName } from '@adda/contract/accounts';

/** Marks a temporary account. */
export function GuestTag({ username }: { username: string }) {
  if (!isGuestName(username)) return null;
  return (
    <span className="rounded-full bg-raised px-1.5 text-xs font-semibold text-mute">
      <Trans>guest</Trans>
    </span>
  );
}
