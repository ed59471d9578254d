import { RotateCw } from 'lucide-react';
import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { Button } from '../../../ui/button.tsx';
import { PageSteps } from '../../../ui/page-steps.tsx';
import { scrollerOf } from '../../../ui/scroller-of.ts';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { useKeepFocus } from '../../../ui/use-focus-kept.ts';
import type { Pages } from './use-pages.ts';

type PageButtonsProps = { pages: Pages<{ readonly page: number; readonly total_pages: number }> };

/**
 * Previous and Next with the current page between them; not rendered for a single page. They stick to the
 * lower edge of the dialog, so that the user needn't scroll down on each page.
 */
function PageButtons({ pages }: PageButtonsProps) {
  const { current, requested, isFetching, turnTo } = pages;
  if (!current || current.total_pages <= 1) return null;
  const { page, total_pages: total } = current;
  return (
    <div className="sticky -bottom-6 z-1 -mx-6 -mb-6 grid grid-cols-[auto_1fr_auto] items-center gap-2 border-t border-line bg-surface px-6 pt-3 pb-4">
      <PageSteps page={page} last={total} loading={isFetching ? requested : undefined} onTurn={turnTo} />
    </div>
  );
}

export type PagedListProps = PageButtonsProps & {
  /** The list's label for screen readers. */
  label: string;
  /** The message if a page fails to load, and its retry button. */
  failure: string;
  retryLabel: ReactNode;
  /** Shown for an empty page. */
  empty: ReactNode;
  isEmpty: boolean;
  /** The entries of the current page. */
  children: ReactNode;
};

type FailureProps = { text: string; retryLabel: ReactNode; isRetrying: boolean; onRetry: () => void };

function Failure({ text, retryLabel, isRetrying, onRetry }: FailureProps) {
  return (
    <div
      role="alert"
      className="my-2 flex flex-wrap items-center justify-between gap-3 rounded-chip bg-danger-wash p-3 text-danger"
    >
      <p className="font-semibold">{text}</p>
      <Button
        tone="quiet"
        size="small"
        className="tap"
        isBusy={isRetrying}
        onClick={onRetry}
        icon={<RotateCw aria-hidden="true" className="size-4" />}
      >
        {retryLabel}
      </Button>
    </div>
  );
}

/** Scrolls the list's top into view when `turn` changes, unless the whole list is visible. */
function useTopInSight(region: RefObject<HTMLElement | null>, turn: number) {
  const previousTurn = useRef(turn);
  useEffect(() => {
    const isFirst = previousTurn.current === 0;
    if (previousTurn.current === turn) return;
    previousTurn.current = turn;
    const list = region.current;
    const sight = list && scrollerOf(list)?.getBoundingClientRect();
    if (isFirst || !sight) return;
    const { top, bottom } = list.getBoundingClientRect();
    if (top < sight.top || bottom > sight.bottom) list.scrollIntoView({ block: 'start' });
  }, [region, turn]);
}

/** A list with pagination and all its states. A page that fails to load leaves the current one on screen (WA-17). */
export function PagedList(props: PagedListProps) {
  const { pages, label, failure, retryLabel, empty, isEmpty, children } = props;
  const { current, hasFailed, isFetching, retry } = pages;
  const region = useRef<HTMLElement>(null);
  const focusKept = useKeepFocus(() => region.current);
  useTopInSight(region, hasFailed ? -1 : (current?.page ?? 0));
  return (
    <section
      ref={region}
      tabIndex={-1}
      aria-label={label}
      aria-busy={isFetching || undefined}
      className="scroll-mt-20 outline-none"
      {...focusKept}
    >
      {hasFailed && (
        <Failure text={failure} retryLabel={retryLabel} isRetrying={isFetching} onRetry={retry} />
      )}
      {!current && !hasFailed && <ListSkeleton rows={5} />}
      {current && (isEmpty ? empty : children)}
      <PageButtons pages={pages} />
    </section>
  );
}
