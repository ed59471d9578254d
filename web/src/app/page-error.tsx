import { Trans } from '@lingui/react/macro';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { ErrorState } from '../ui/view-states.tsx';

/** Shown when a screen throws or its code fails to load. */
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
