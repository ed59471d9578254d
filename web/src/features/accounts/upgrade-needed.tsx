import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { buttonClasses } from '../../ui/button.tsx';

/** Replaces a feature that guests can't use: 'Upgrade to permanent user', with the link. */
export function UpgradeNeeded() {
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-card bg-marigold-wash p-4">
      <p className="grow font-semibold">
        <Trans>Upgrade to permanent user</Trans>
      </p>
      <Link to="/upgrade" className={buttonClasses('warm', 'small')}>
        <Trans>Keep my account</Trans>
      </Link>
    </div>
  );
}
