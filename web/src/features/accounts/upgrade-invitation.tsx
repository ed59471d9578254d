import { GUEST_DAYS } from '@adda/contract/accounts';
import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { Sparkles } from 'lucide-react';
import { useId } from 'react';
import { buttonClasses } from '../../ui/button.tsx';

/** Offers a guest a permanent account (AU-02, AU-31, PR-08). */
export function UpgradeInvitation() {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid justify-items-start gap-3 rounded-card bg-marigold-wash p-5 sm:p-6"
    >
      <h2 id={id} className="flex items-center gap-2 text-lg">
        <Sparkles aria-hidden="true" className="size-5 shrink-0 text-rani-ink" />
        <Trans>Like it here? Stay.</Trans>
      </h2>
      <p>
        <Trans>
          You're a guest: this browser is your only key, and the account ends after {GUEST_DAYS} quiet days.
          Pick a name and a password, and everything stays yours.
        </Trans>
      </p>
      <Link to="/upgrade" className={buttonClasses('warm')}>
        <Trans>Generate a permanent account</Trans>
      </Link>
    </section>
  );
}
