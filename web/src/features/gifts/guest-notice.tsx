import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { Gift } from 'lucide-react';
import { buttonClasses } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/view-states.tsx';

/** Replaces gifts for guests: that they need a permanent account, with a link to upgrade (GI-09, GI-10). */
export function GuestNotice({ onLeave }: { onLeave: () => void }) {
  return (
    <EmptyState
      icon={<Gift className="size-7" />}
      title={<Trans>Register to send gifts</Trans>}
      text={<Trans>Gifts go between people with an account. Keep yours, and everything here stays.</Trans>}
      action={
        <Link to="/upgrade" onClick={onLeave} className={buttonClasses('warm')}>
          <Trans>Keep my account</Trans>
        </Link>
      }
    />
  );
}
