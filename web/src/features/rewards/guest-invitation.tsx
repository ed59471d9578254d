import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { buttonClasses } from '../../ui/button.tsx';

/** What guests are told where others earn coins, and the way to an account (WA-04, SP-04). */
export function GuestInvitation({ onLeave }: { onLeave: () => void }) {
  return (
    <div className="grid justify-items-center gap-3 rounded-card bg-marigold-wash p-4 text-center">
      <p className="font-semibold">
        <Trans>Create register account to earn money!</Trans>
      </p>
      <Link to="/upgrade" onClick={onLeave} className={buttonClasses('warm', 'small')}>
        <Trans>Keep my account</Trans>
      </Link>
    </div>
  );
}
