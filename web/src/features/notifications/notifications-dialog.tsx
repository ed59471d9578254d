import { Trans } from '@lingui/react/macro';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { useEffect } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ListSkeleton } from '../../ui/skeletons.tsx';
import { EmptyState, ErrorState } from '../../ui/view-states.tsx';
import { NotificationRow, type NotificationRowProps } from './notification-row.tsx';
import { markNotificationsRead, notificationsQuery } from './notifications.queries.ts';

export type NotificationsDialogProps = Pick<NotificationRowProps, 'onDecision' | 'onClose'>;

/** The operators' notifications to the user; opening the list marks all as read. */
export function NotificationsDialog({ onDecision, onClose }: NotificationsDialogProps) {
  const client = useQueryClient();
  const list = useInfiniteQuery(notificationsQuery);
  const { mutate: markRead } = useMutation(markNotificationsRead(client));
  const { data, error } = list;
  const unread = data?.pages[0]?.unread_count ?? 0;
  useEffect(() => {
    if (unread > 0) markRead();
  }, [unread, markRead]);
  // A new notification shifts the pages: an entry may be at the end of one page and at the start of the next.
  const loaded = data?.pages.flatMap((page) => page.notifications) ?? [];
  const notifications = [...new Map(loaded.map((each) => [each.notification_id, each])).values()];
  return (
    <Dialog isOpen onClose={onClose} title={<Trans>Notifications</Trans>}>
      {!data && !error && <ListSkeleton rows={3} />}
      {!data && error && (
        <ErrorState text={error.message} onRetry={() => void list.refetch()} isRetrying={list.isFetching} />
      )}
      {data && notifications.length === 0 && (
        <EmptyState
          icon={<Bell className="size-7" />}
          title={<Trans>Nothing new</Trans>}
          text={<Trans>When we have something to tell you, it will be here.</Trans>}
        />
      )}
      {notifications.length > 0 && (
        <ul className="-mx-3 grid grid-cols-1 gap-2 pt-2">
          {notifications.map((notification) => (
            <NotificationRow
              key={notification.notification_id}
              notification={notification}
              onDecision={onDecision}
              onClose={onClose}
            />
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <div className="mt-3 grid justify-items-center gap-2">
          <Button
            tone="quiet"
            size="small"
            isBusy={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            {list.isFetchNextPageError ? <Trans>Try Again</Trans> : <Trans>Show older ones</Trans>}
          </Button>
        </div>
      )}
    </Dialog>
  );
}
