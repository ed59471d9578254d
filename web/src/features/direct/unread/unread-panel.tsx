import { Trans } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CheckCheck } from 'lucide-react';
import { useRef } from 'react';
import type { ChatAddress } from '../../../platform/use-switch-chat.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { EmptyState, ErrorState } from '../../../ui/view-states.tsx';
import { useKeepFocus } from '../../../ui/use-focus-kept.ts';
import { UnreadGroup } from './unread-group.tsx';
import { groupsOf, markRead, unreadList } from './unread.queries.ts';

export type UnreadDialogProps = {
  onClose: () => void;
  /** Opens a chat; the dialog is already closed. */
  onOpen: (chat: ChatAddress) => void;
};

/** When a group disappears because it was read, focuses the next one, else the previous one, else the Close button. */
function useFocusOnNext() {
  const ref = useRef<HTMLDivElement>(null);
  const pressedIndex = useRef(0);
  const props = useKeepFocus(() => {
    const others = ref.current?.querySelectorAll<HTMLElement>('[data-mark-read]');
    // The first button of a dialog closes it.
    if (!others?.length) return ref.current?.querySelector('button');
    return others[Math.min(pressedIndex.current, others.length - 1)];
  });
  return {
    focusProps: { ref, ...props },
    onPressed: (index: number) => {
      pressedIndex.current = index;
    },
  };
}

/** Unread messages by sender, with buttons to open and to mark them (SH-33, UN-01 to UN-08). */
export function UnreadDialog({ onClose, onOpen }: UnreadDialogProps) {
  const client = useQueryClient();
  const { data, error, isFetching, refetch } = useQuery(unreadList(client));
  const read = useMutation(markRead(client));
  const groups = data ? groupsOf(data) : [];
  const { focusProps, onPressed } = useFocusOnNext();
  const open = (chat: ChatAddress) => {
    onClose();
    onOpen(chat);
  };
  return (
    <div className="contents" {...focusProps}>
      <Dialog
        isOpen
        onClose={onClose}
        title={<Trans>Unread Messages</Trans>}
        actions={
          groups.length > 0 && (
            <Button tone="quiet" onClick={() => read.mutate(undefined)}>
              <Trans>Mark All as Read</Trans>
            </Button>
          )
        }
      >
        {groups.length > 0 && (
          <ul className="grid grid-cols-1 gap-2 pt-2">
            {groups.map((group, index) => (
              <UnreadGroup
                key={group.sender}
                group={group}
                isAlone={groups.length === 1}
                onOpen={open}
                onRead={() => {
                  onPressed(index);
                  read.mutate(group.sender);
                }}
              />
            ))}
          </ul>
        )}
        {data && groups.length === 0 && (
          <EmptyState icon={<CheckCheck className="size-7" />} title={<Trans>All caught up!</Trans>} />
        )}
        {!data && !error && <ListSkeleton rows={3} />}
        {!data && error && (
          <ErrorState text={error.message} onRetry={() => void refetch()} isRetrying={isFetching} />
        )}
      </Dialog>
    </div>
  );
}
