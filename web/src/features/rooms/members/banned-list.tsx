import { Trans, useLingui } from '@lingui/react/macro';
import { displayedName } from '@adda/contract/accounts';
import type { BannedUser } from '@adda/contract/rooms';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { PartyPopper } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { FormErrors } from '../../../ui/form-errors.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { Time } from '../../../ui/time.tsx';
import { EmptyState, ErrorState } from '../../../ui/view-states.tsx';
import { PersonAvatar } from '../../accounts/index.ts';
import { runManageCommand, problemText } from './manage-actions.ts';
import { bannedOf, bannedUsers } from './members.queries.ts';

function BannedRow({ person, onUnban }: { person: BannedUser; onUnban: () => void }) {
  const { t } = useLingui();
  const row = useRef<HTMLLIElement>(null);
  useLayoutEffect(() => {
    const element = row.current;
    return () => {
      // The row is removed with its button when the ban is lifted: the focus stays in the list.
      if (element?.contains(document.activeElement)) {
        element.closest<HTMLElement>('[role="tabpanel"]')?.focus({ preventScroll: true });
      }
    };
  }, []);
  const name = displayedName(person.username);
  const by = person.banned_by === null ? undefined : displayedName(person.banned_by);
  return (
    <li ref={row} className="flex min-h-14 items-center gap-3 px-4 py-1.5">
      <PersonAvatar username={person.username} />
      <span className="grid min-w-0 grow">
        <span className="font-semibold break-words">{name}</span>
        <span className="text-sm text-mute">
          {by === undefined ? (
            <Time value={person.banned_at} as="ago" />
          ) : (
            <Trans>
              by {by}, <Time value={person.banned_at} as="ago" />
            </Trans>
          )}
        </span>
      </span>
      <Button tone="quiet" size="small" className="shrink-0" aria-label={t`Unban ${name}`} onClick={onUnban}>
        <Trans>Unban</Trans>
      </Button>
    </li>
  );
}

/** Asks for confirmation before a ban is lifted, and shows the server's response (GM-11, GM-25). */
function ConfirmUnban(props: { groupId: string; username: string | undefined; onClose: () => void }) {
  const { groupId, username = '', onClose } = props;
  const client = useQueryClient();
  const unban = useMutation({
    mutationFn: () => runManageCommand(client, { groupId, action: 'unban', username, permissions: [] }),
    onSuccess: onClose,
  });
  const name = displayedName(username);
  return (
    <ConfirmDialog
      isOpen={props.username !== undefined}
      title={<Trans>Unban {name}?</Trans>}
      description={<Trans>They can join again. They are not put back into the group.</Trans>}
      confirmLabel={<Trans>Unban</Trans>}
      isBusy={unban.isPending}
      onConfirm={() => unban.mutate()}
      onCancel={() => {
        unban.reset();
        onClose();
      }}
    >
      {unban.error && (
        <div className="mt-4">
          <FormErrors message={problemText(unban.error)} />
        </div>
      )}
    </ConfirmDialog>
  );
}

/** The banned users; only for members who may ban (GM-10, GM-11, GM-23). */
export function BannedList({ groupId }: { groupId: string }) {
  const { t } = useLingui();
  const query = useInfiniteQuery(bannedUsers(groupId));
  const [chosen, setChosen] = useState<string>();
  const banned = bannedOf(query.data);
  if (query.isPending) return <ListSkeleton rows={3} />;
  if (query.isError && !query.data) {
    return (
      <ErrorState
        text={query.error.message}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    );
  }
  if (banned.length === 0) {
    return (
      <EmptyState
        icon={<PartyPopper className="size-7" />}
        title={<Trans>Nobody is banned</Trans>}
        text={<Trans>Let's hope it stays that way.</Trans>}
      />
    );
  }
  return (
    <>
      <ul aria-label={t`Banned`} className="grid py-2">
        {banned.map((person) => (
          <BannedRow key={person.username} person={person} onUnban={() => setChosen(person.username)} />
        ))}
      </ul>
      {query.hasNextPage && (
        <div className="grid justify-items-center pb-4">
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
      <ConfirmUnban groupId={groupId} username={chosen} onClose={() => setChosen(undefined)} />
    </>
  );
}
