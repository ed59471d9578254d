import { Trans, useLingui } from '@lingui/react/macro';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { SmilePlus } from 'lucide-react';
import { useRef } from 'react';
import { api } from '../../../platform/api.ts';
import { listCalls, listProblem } from '../../../platform/list-calls.ts';
import { showsPeople } from '../../../platform/people-queries.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { useKeepFocus } from '../../../ui/use-focus-kept.ts';
import { EmptyState, ErrorState } from '../../../ui/view-states.tsx';

/** The message, and the emoji if only its users are shown. */
export type WhoReactedOf = { readonly messageId: string; readonly emoji?: string | undefined };

/** The users who reacted to a message, the newest reaction first (RX-04). */
const peopleOf = ({ messageId: id, emoji }: WhoReactedOf) =>
  infiniteQueryOptions({
    ...listCalls,
    queryKey: ['reactions', id, emoji ?? ''] as const,
    initialPageParam: '',
    queryFn: ({ pageParam: cursor, signal }) =>
      api('GET /messages/:id/reactions', {
        params: { id },
        query: { ...(emoji !== undefined && { emoji }), ...(cursor !== '' && { cursor }) },
        signal,
        landing: '/error',
      }),
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    staleTime: 0,
    meta: showsPeople,
  });

function People(of: WhoReactedOf) {
  const { t } = useLingui();
  const query = useInfiniteQuery(peopleOf(of));
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = query;
  const list = useRef<HTMLUListElement>(null);
  // The button goes with the last page.
  const focusKept = useKeepFocus(() => list.current?.closest<HTMLElement>('[tabindex]') ?? list.current);
  if (!data) {
    if (!error) return <ListSkeleton rows={3} />;
    return (
      <ErrorState
        title={<Trans>This list didn't load</Trans>}
        text={listProblem(error)}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  }
  // A page that is loaded later may repeat a reaction of the previous one.
  const people = new Map(
    data.pages.flatMap((page) => page.people).map((one) => [`${one.username} ${one.emoji}`, one]),
  );
  if (people.size === 0) {
    return <EmptyState icon={<SmilePlus className="size-7" />} title={<Trans>No reactions yet</Trans>} />;
  }
  return (
    <div {...focusKept}>
      <ul
        ref={list}
        tabIndex={-1}
        aria-label={t`Who reacted`}
        className="grid grid-cols-1 gap-1 py-2 outline-none"
      >
        {[...people].map(([key, { username, display_name: name, avatar, emoji }]) => (
          <li key={key} className="flex min-h-11 items-center gap-3">
            <Avatar name={username} displayedName={name} src={avatar} />
            <span className="min-w-0 grow truncate font-semibold">{name}</span>
            <span className="text-xl">{emoji}</span>
          </li>
        ))}
      </ul>
      <p className="text-center text-sm text-mute">
        {hasNextPage ? (
          <Button tone="plain" size="small" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            <Trans>Show more</Trans>
          </Button>
        ) : (
          <Trans>That's everybody.</Trans>
        )}
      </p>
    </div>
  );
}

/** All users who reacted to a message (RX-04). */
export function WhoReacted({ onClose, ...of }: WhoReactedOf & { onClose: () => void }) {
  return (
    <Dialog isOpen onClose={onClose} title={<Trans>Who reacted</Trans>}>
      <People {...of} />
    </Dialog>
  );
}
