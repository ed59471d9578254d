import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { buttonClasses } from '../../ui/button.tsx';

/** Shows guests how to get an account in order to earn coins (WA-04, SP-04). */
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
