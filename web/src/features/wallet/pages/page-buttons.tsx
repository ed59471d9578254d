import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import type { Pages } from './use-pages.ts';

export type PageButtonsProps = { pages: Pages<{ readonly page: number; readonly total_pages: number }> };

/**
 * Previous and Next with the current page between them; not rendered for a single page. They stick to the
 * lower edge of the dialog, so that the user needn't scroll down on each page.
 */
export function PageButtons({ pages }: PageButtonsProps) {
  const { current, requested, isFetching, turnTo } = pages;
  if (!current || current.total_pages <= 1) return null;
  const { page, total_pages: total } = current;
  const totalLabel = total.toLocaleString('en-US');
  const button = (to: number, label: ReactNode) => {
    // Not `disabled`: the button keeps the focus after the last step.
    const isPossible = to >= 1 && to <= total;
    return (
      <Button
        tone="quiet"
        size="small"
        className={isPossible ? 'tap' : 'tap opacity-55'}
        isBusy={isFetching && requested === to}
        {...(!isPossible && { 'aria-disabled': true })}
        onClick={() => isPossible && turnTo(to)}
      >
        {label}
      </Button>
    );
  };
  return (
    <div className="sticky -bottom-6 z-1 -mx-6 -mb-6 grid grid-cols-[auto_1fr_auto] items-center gap-2 border-t border-line bg-surface px-6 pt-3 pb-4">
      {button(page - 1, <Trans>Previous</Trans>)}
      <p role="status" className="text-center text-sm text-mute tabular-nums">
        <Trans>
          Page {page} of {totalLabel}
        </Trans>
      </p>
      {button(page + 1, <Trans>Next</Trans>)}
    </div>
  );
}
