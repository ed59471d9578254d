import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import { buttonClasses } from '../ui/button.tsx';
import { EmptyState } from '../ui/view-states.tsx';

/** Shown for an unknown address. */
export function PageMissing() {
  return (
    <main className="dusk grid min-h-dvh place-items-center">
      <EmptyState
        level={1}
        icon={<Compass className="size-7" />}
        title={<Trans>There's nothing at this corner</Trans>}
        text={<Trans>The link may be old, or a letter went missing.</Trans>}
        action={
          <Link to="/v1" className={buttonClasses()}>
            <Trans>Back to the rooms</Trans>
          </Link>
        }
      />
    </main>
  );
}
