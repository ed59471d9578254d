import { Trans, useLingui } from '@lingui/react/macro';
import type { Group, RoomLogEntry } from '@adda/contract/rooms';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { api } from '../../../platform/api.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { Time } from '../../../ui/time.tsx';
import { EmptyState, ErrorState } from '../../../ui/view-states.tsx';
import { roomKeys } from '../rooms.queries.ts';
import { changedSettings, logSentence } from './log-labels.ts';

/** The room's log, page by page; read anew each time it is opened. */
const roomLog = (groupId: string) =>
  infiniteQueryOptions({
    queryKey: [...roomKeys.messages(groupId), 'log'],
    queryFn: ({ pageParam, signal }) =>
      api('GET /groupchat/groups/:id/log', {
        params: { id: groupId },
        query: pageParam === null ? {} : { cursor: pageParam },
        signal,
        landing: '/error',
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    gcTime: 0,
  });

function LogRow({ entry }: { entry: RoomLogEntry }) {
  const settings = changedSettings(entry);
  return (
    <li className="grid gap-0.5 border-b border-line py-2.5 last:border-0">
      <p className="break-words">{logSentence(entry)}</p>
      {settings !== '' && <p className="text-sm break-words">{settings}</p>}
      {entry.reason !== '' && (
        <p className="text-sm break-words">
          <Trans>The reason: {entry.reason}</Trans>
        </p>
      )}
      <Time value={entry.created_at} as="full" className="text-sm text-mute" />
    </li>
  );
}

function LogEntries({ groupId }: { groupId: string }) {
  const { t } = useLingui();
  const query = useInfiniteQuery(roomLog(groupId));
  const entries = query.data?.pages.flatMap((page) => page.entries) ?? [];
  if (query.isPending) return <ListSkeleton rows={5} />;
  if (query.isError && entries.length === 0) {
    return (
      <ErrorState
        text={query.error.message}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    );
  }
  if (entries.length === 0) {
    return (
      <EmptyState
        icon={<ScrollText className="size-7" />}
        title={<Trans>Nothing has happened yet</Trans>}
        text={<Trans>What moderators do here is listed for a year.</Trans>}
      />
    );
  }
  return (
    <>
      <ul
        aria-label={t`Room log`}
        // The entries have no buttons: without a focus in it, the dialog would not scroll by keys.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
      >
        {entries.map((entry) => (
          <LogRow key={entry.entry_id} entry={entry} />
        ))}
      </ul>
      {query.hasNextPage && (
        <div className="grid justify-items-center pt-4">
          <Button
            tone="quiet"
            size="small"
            isBusy={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            <Trans>Show more</Trans>
          </Button>
        </div>
      )}
    </>
  );
}

/** What moderators did in a room, for its moderators (GR-06). */
export function RoomLog({ group, onClose }: { group: Group; onClose: () => void }) {
  return (
    <Dialog isOpen onClose={onClose} title={<Trans>Room log</Trans>} description={group.name}>
      <LogEntries groupId={group.group_id} />
    </Dialog>
  );
}
