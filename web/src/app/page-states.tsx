import { Trans } from '@lingui/react/macro';
import { Link, type ErrorComponentProps } from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import { buttonClasses } from '../ui/button.tsx';
import { EmptyState, ErrorState } from '../ui/view-states.tsx';

/** What is shown when a screen broke or its code could not be loaded. */
export function PageError({ reset }: ErrorComponentProps) {
  return (
    <main className="dusk grid min-h-dvh place-items-center">
      <ErrorState
        level={1}
        title={<Trans>This page tripped over itself</Trans>}
        text={<Trans>Nothing you sent is lost. Let's try that again.</Trans>}
        onRetry={reset}
      />
    </main>
  );
}

/** What is shown for an address that leads nowhere. */
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
