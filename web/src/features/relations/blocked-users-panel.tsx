import { displayedName } from '@adda/contract/accounts';
import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { UserRoundCheck } from 'lucide-react';
import { useState } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ListSkeleton } from '../../ui/skeletons.tsx';
import { toast } from '../../ui/toast-store.ts';
import { EmptyState, ErrorState } from '../../ui/view-states.tsx';
import { BlockConfirm } from './block-confirm.tsx';
import { blockProblem } from './block-labels.ts';
import { blockedUsers, setBlock } from './relations.queries.ts';

/** Returns why the list did not load, with the texts of RP-21. */
function listProblem(error: Error): string {
  const reason = error instanceof ApiError && !error.isUnreachable ? error.detail : '';
  return reason === ''
    ? t`Failed to load blocked users. Please try again.`
    : t`Failed to load blocked users: ${reason}`;
}

function BlockedPerson({ username, onUnblock }: { username: string; onUnblock: () => void }) {
  const { t: text } = useLingui();
  const name = displayedName(username);
  return (
    <li className="flex min-h-14 items-center gap-3">
      <Avatar name={username} displayedName={name} />
      <span className="min-w-0 grow font-semibold break-words">{name}</span>
      <Button tone="quiet" size="small" aria-label={text`Unblock ${name}`} onClick={onUnblock}>
        <Trans>Unblock</Trans>
      </Button>
    </li>
  );
}

function BlockedList({ onUnblock }: { onUnblock: (username: string) => void }) {
  const { t: text } = useLingui();
  const { data, error, isFetching, refetch } = useQuery(blockedUsers);
  if (data && data.blocked_users.length > 0) {
    return (
      <ul aria-label={text`Blocked users`} className="grid gap-1 pt-2">
        {data.blocked_users.map((username) => (
          <BlockedPerson key={username} username={username} onUnblock={() => onUnblock(username)} />
        ))}
      </ul>
    );
  }
  if (data) {
    return (
      <EmptyState icon={<UserRoundCheck className="size-7" />} title={<Trans>No blocked users.</Trans>} />
    );
  }
  if (!error) return <ListSkeleton rows={3} />;
  return <ErrorState title={listProblem(error)} onRetry={() => void refetch()} isRetrying={isFetching} />;
}

/** The users that the caller has blocked, each with Unblock (SH-35, RP-13 to RP-23). */
export function BlockedUsersDialog({ onClose }: { onClose: () => void }) {
  const change = useMutation(setBlock(useQueryClient()));
  const [asked, setAsked] = useState<string>();
  const name = displayedName(asked ?? '');
  const unblock = () => {
    if (asked === undefined) return;
    change.mutate(
      { username: asked, isBlocked: false },
      {
        onSuccess: () => toast.success(t`You unblocked ${name}.`),
        onError: (error) => {
          const reason = blockProblem(error, false);
          toast.problem(t`Failed to unblock ${name}: ${reason}`);
        },
        onSettled: () => setAsked(undefined),
      },
    );
  };
  return (
    <>
      <Dialog isOpen onClose={onClose} title={<Trans>Blocked users</Trans>}>
        <BlockedList onUnblock={setAsked} />
      </Dialog>
      {asked !== undefined && (
        <BlockConfirm
          action="unblock"
          name={name}
          isBusy={change.isPending}
          problem={undefined}
          onConfirm={unblock}
          onCancel={() => setAsked(undefined)}
        />
      )}
    </>
  );
}
