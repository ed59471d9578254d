import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';

export type PagerProps = {
  /** From 1. */
  page: number;
  pageSize: number;
  total: number;
  /** The requested page is loading. */
  isBusy?: boolean;
  onTurn: (page: number) => void;
};

/** Previous and Next below a list; not rendered for a single page. */
export function Pager({ page, pageSize, total, isBusy, onTurn }: PagerProps) {
  const { t } = useLingui();
  const last = Math.max(1, Math.ceil(total / pageSize));
  if (last === 1 && page === 1) return null;
  const button = (to: number, label: ReactNode) => {
    const isPossible = to >= 1 && to <= last;
    return (
      <Button
        tone="quiet"
        size="small"
        // Not `disabled`: the button keeps the focus after the last step.
        {...(!isPossible && { 'aria-disabled': true })}
        className={isPossible ? 'tap' : 'tap opacity-55'}
        onClick={() => isPossible && onTurn(to)}
      >
        {label}
      </Button>
    );
  };
  return (
    <nav aria-label={t`Pages`} className="flex items-center justify-between gap-2 py-2" aria-busy={isBusy}>
      {button(page - 1, <Trans>Previous</Trans>)}
      <p role="status" className="text-center text-sm text-mute tabular-nums">
        <Trans>
          Page {page} of {last}
        </Trans>
      </p>
      {button(page + 1, <Trans>Next</Trans>)}
    </nav>
  );
}

/** Returns the page number from the address; 1 if it is invalid. */
export const pageOf = (text: string | undefined): number => Math.max(1, Math.trunc(Number(text)) || 1);
