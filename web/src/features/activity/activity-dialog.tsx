import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Bell, CheckCheck, X } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { isUnauthorized, listProblem } from '../../platform/list-calls.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { ListSkeleton } from '../../ui/skeletons.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useModal } from '../../ui/use-modal.ts';
import { NearEnd } from '../../ui/near-end.tsx';
import { EmptyState, ErrorState } from '../../ui/view-states.tsx';
import { ActivityDays, moveRowFocus, type ActivityDaysProps } from './activity-days.tsx';
import { ActivitySentence } from './activity-sentence.tsx';
import { activityFilters, activityItemsOf, activityList, type ActivityFilter } from './activity.queries.ts';
import { useOpening } from './use-opening.ts';

type FiltersProps = { shown: ActivityFilter; onChoose: (filter: ActivityFilter) => void };

function Filters({ shown, onChoose }: FiltersProps) {
  const { t: text } = useLingui();
  const labels: Record<ActivityFilter, string> = {
    all: text`All`,
    unread: text`Unread`,
    replies: text`Mentions and replies`,
    posts: text`Posts`,
    money: text`Money & gifts`,
  };
  return (
    <div role="group" aria-label={text`Show`} className="flex flex-wrap gap-1.5 px-5 pt-2 pb-1">
      {activityFilters.map((filter) => (
        <button
          key={filter}
          type="button"
          aria-pressed={filter === shown}
          onClick={() => onChoose(filter)}
          className="min-h-9 rounded-full border border-line px-3 text-sm font-semibold text-mute transition-colors hover:text-ink aria-pressed:border-transparent aria-pressed:bg-rani-wash aria-pressed:text-rani-ink pointer-coarse:min-h-11"
        >
          {labels[filter]}
        </button>
      ))}
    </div>
  );
}

/** Why a filter lists nothing. */
function Nothing({ filter }: { filter: ActivityFilter }) {
  if (filter === 'unread') {
    return (
      <EmptyState
        icon={<CheckCheck className="size-7" />}
        title={<Trans>Nothing unread</Trans>}
        text={<Trans>You have seen everything there is.</Trans>}
      />
    );
  }
  const texts = {
    all: <Trans>Likes, comments, new followers and what we have to tell you stand here.</Trans>,
    replies: <Trans>When somebody mentions you or replies to you, it stands here.</Trans>,
    posts: <Trans>Likes and comments on your posts stand here.</Trans>,
    money: <Trans>Gifts, subscribers and payouts stand here.</Trans>,
  };
  return (
    <EmptyState icon={<Bell className="size-7" />} title={<Trans>Nothing yet</Trans>} text={texts[filter]} />
  );
}

type ListedProps = Pick<ActivityDaysProps, 'isNew' | 'onDecision' | 'onClose'> & { filter: ActivityFilter };

function Listed({ filter, ...rows }: ListedProps) {
  const client = useQueryClient();
  const query = useInfiniteQuery(activityList(client, filter));
  const { data, error, isFetching, refetch } = query;
  const { isFetchingNextPage, hasNextPage, fetchNextPage, isFetchNextPageError } = query;
  useEffect(() => {
    if (error && isUnauthorized(error)) toast.problem(t`Session expired. Please log in again.`);
  }, [error]);
  const hasMore = hasNextPage && !isFetchNextPageError;
  const failure = error && (
    <ErrorState
      text={listProblem(error)}
      onRetry={() => void (isFetchNextPageError ? fetchNextPage() : refetch())}
      isRetrying={isFetching}
    />
  );
  if (!data) return failure ?? <ListSkeleton />;
  const items = activityItemsOf(data);
  if (items.length === 0 && !hasNextPage && !failure) return <Nothing filter={filter} />;
  return (
    <>
      <ActivityDays items={items} hasMore={hasNextPage} {...rows} />
      {isFetchingNextPage && <ListSkeleton rows={2} />}
      {!isFetchingNextPage && failure}
      <NearEnd hasMore={hasMore && !isFetching} onNear={() => void fetchNextPage()} />
    </>
  );
}

export type ActivityDialogProps = Pick<ActivityDaysProps, 'onDecision' | 'onClose'>;

/**
 * What happened to the user, by day, with filters: a dialog, on phones the whole screen (NT-02). Opening it reads what it shows;
 * the arrow keys move between the rows.
 */
export function ActivityDialog({ onDecision, onClose }: ActivityDialogProps) {
  const { t: text } = useLingui();
  const id = useId();
  const modal = useModal(true, onClose);
  const [filter, setFilter] = useState<ActivityFilter>('all');
  const { isNew, said } = useOpening();
  return (
    <dialog
      {...modal}
      aria-labelledby={id}
      className="sheet [--sheet-size:32rem] max-lg:m-0 max-lg:max-h-none max-lg:w-screen max-lg:rounded-none"
    >
      {/* The keys only move between the rows. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div className="flex h-dvh flex-col lg:h-[min(46rem,calc(100dvh-2rem))]" onKeyDown={moveRowFocus}>
        <div className="flex items-center gap-3 ps-6 pe-3 pt-3">
          <h2 id={id} tabIndex={-1} className="min-w-0 grow text-xl outline-none">
            <Trans>Notifications</Trans>
          </h2>
          <IconButton
            label={text`Close`}
            icon={<X aria-hidden="true" className="size-5" />}
            onClick={onClose}
          />
        </div>
        <Filters shown={filter} onChoose={setFilter} />
        <p role="status" className="sr-only">
          {said && <ActivitySentence item={said} />}
        </p>
        <div className="min-h-0 grow overflow-y-auto px-2 pb-[max(1rem,env(safe-area-inset-bottom))]">
          <Listed key={filter} filter={filter} isNew={isNew} onDecision={onDecision} onClose={onClose} />
        </div>
      </div>
    </dialog>
  );
}
