import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { Coins } from 'lucide-react';
import type { ReactNode } from 'react';
import { buttonClasses } from '../../ui/button.tsx';

/** Replaces features that guests can't use, with a link to get an account (WA-04, PY-08, X-43). */
export function GuestInvitation({ children }: { children: ReactNode }) {
  return (
    <div className="grid justify-items-start gap-3 rounded-card bg-marigold-wash p-5">
      <p className="flex items-center gap-2 font-semibold">
        <Coins aria-hidden="true" className="size-6 shrink-0 text-rani-ink" />
        <span>{children}</span>
      </p>
      <Link to="/upgrade" className={buttonClasses('warm')}>
        <Trans>Keep my account</Trans>
      </Link>
    </div>
  );
}
