import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';

export type PageStepsProps = {
  /** From 1. */
  page: number;
  last: number;
  /** The page that is loading, if its button shows it. */
  loading?: number | undefined;
  onTurn: (page: number) => void;
};

/** Previous, the current page and Next, in this order, for a row of three. */
export function PageSteps({ page, last, loading, onTurn }: PageStepsProps) {
  const lastLabel = last.toLocaleString('en-US');
  const button = (to: number, label: ReactNode) => {
    // Not `disabled`: the button keeps the focus after the last step.
    const isPossible = to >= 1 && to <= last;
    return (
      <Button
        tone="quiet"
        size="small"
        className={isPossible ? 'tap' : 'tap opacity-55'}
        isBusy={loading === to}
        {...(!isPossible && { 'aria-disabled': true })}
        onClick={() => isPossible && onTurn(to)}
      >
        {label}
      </Button>
    );
  };
  return (
    <>
      {button(page - 1, <Trans>Previous</Trans>)}
      <p role="status" className="text-center text-sm text-mute tabular-nums">
        <Trans>
          Page {page} of {lastLabel}
        </Trans>
      </p>
      {button(page + 1, <Trans>Next</Trans>)}
    </>
  );
}
