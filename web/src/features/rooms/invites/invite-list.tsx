import { displayedName } from '@adda/contract/accounts';
import type { Group, Invite } from '@adda/contract/rooms';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Copy, Link2, UserRound } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { copyLink } from '../../../ui/copy-link.ts';
import { failureText } from '../../../ui/failure-text.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { fullTime } from '../../../ui/time-format.ts';
import { toast } from '../../../ui/toast-store.ts';
import { useKeepFocus } from '../../../ui/use-focus-kept.ts';
import { ErrorState } from '../../../ui/view-states.tsx';
import { revokeInvite, roomInvites } from './invites.queries.ts';

/** The end of a code, which tells links apart. */
const SHOWN_CHARACTERS = 6;

type RowProps = { invite: Invite; account: string; onRevoke: () => void };

function Uses({ invite: { uses, max_uses: most } }: Pick<RowProps, 'invite'>) {
  if (most === null)
    return <Plural value={uses} _0="Nobody came yet" one="# person came" other="# people came" />;
  return (
    <Trans>
      {uses} of {most} used
    </Trans>
  );
}

function Row({ invite, account, onRevoke }: RowProps) {
  const { t } = useLingui();
  const { code, url, username, created_by: by, expires_at: expiresAt } = invite;
  const end = `…${code.slice(-SHOWN_CHARACTERS)}`;
  const name = username === null ? t`Link ${end}` : t`For ${displayedName(username)}`;
  const until = fullTime(expiresAt);
  const maker = by === null ? '' : displayedName(by);
  const Icon = username === null ? Link2 : UserRound;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3">
      <Icon aria-hidden="true" className="size-5 shrink-0 text-mute" />
      <div className="min-w-0 grow basis-40">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-sm text-mute wrap-anywhere">
          {username === null && (
            <>
              <Uses invite={invite} />
              {' · '}
            </>
          )}
          <Trans>until {until}</Trans>
          {by !== null && by !== account && (
            <>
              {' · '}
              <Trans>by {maker}</Trans>
            </>
          )}
        </p>
      </div>
      <div className="flex items-center gap-1">
        {username === null && (
          <IconButton
            label={t`Copy: ${name}`}
            icon={<Copy aria-hidden="true" className="size-5" />}
            onClick={() => void copyLink(url)}
          />
        )}
        <Button
          tone="plain"
          size="small"
          className="text-danger!"
          aria-label={t`Revoke: ${name}`}
          onClick={onRevoke}
        >
          <Trans>Revoke</Trans>
        </Button>
      </div>
    </li>
  );
}

/** Asks before an invitation ends. */
function ConfirmRevoke({
  groupId,
  invite,
  onClose,
}: {
  groupId: string;
  invite: Invite;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const revoke = useMutation({
    ...revokeInvite(useQueryClient(), groupId),
    onSuccess: () => {
      toast.success(t`The invitation is revoked`);
      onClose();
    },
    onError: (error) => toast.problem(failureText(error)),
  });
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      isBusy={revoke.isPending}
      title={<Trans>Revoke this invitation?</Trans>}
      description={<Trans>Nobody can join by it any more. Whoever came by it stays in the room.</Trans>}
      confirmLabel={<Trans>Revoke</Trans>}
      onCancel={onClose}
      onConfirm={() => revoke.mutate(invite.code)}
    />
  );
}

/** The valid invitations that the user may see, with their uses, end and maker (GR-02). */
export function InviteList({ group, account }: { group: Group; account: string }) {
  const { group_id: groupId } = group;
  const { data, error, isFetching, refetch } = useQuery(roomInvites(groupId));
  const [revoking, setRevoking] = useState<Invite>();
  const heading = useRef<HTMLHeadingElement>(null);
  // The pressed button goes with its invitation.
  const keepFocus = useKeepFocus(() => heading.current);
  return (
    <section {...keepFocus} className="border-t border-line pt-5">
      <h3 ref={heading} tabIndex={-1} className="font-display text-lg font-bold outline-none">
        <Trans>Open invitations</Trans>
      </h3>
      {!data && !error && <ListSkeleton rows={2} />}
      {!data && error && (
        <ErrorState text={failureText(error)} onRetry={() => void refetch()} isRetrying={isFetching} />
      )}
      {data?.invites.length === 0 && (
        <p className="py-3 text-mute">
          <Trans>None yet.</Trans>
        </p>
      )}
      {data && data.invites.length > 0 && (
        <ul className="divide-y divide-line">
          {data.invites.map((invite) => (
            <Row key={invite.code} invite={invite} account={account} onRevoke={() => setRevoking(invite)} />
          ))}
        </ul>
      )}
      {revoking && (
        <ConfirmRevoke groupId={groupId} invite={revoking} onClose={() => setRevoking(undefined)} />
      )}
    </section>
  );
}
