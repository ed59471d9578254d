import { Trans } from '@lingui/react/macro';
import type { Group } from '@adda/contract/rooms';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Ban, DoorOpen } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { useKeepFocusOnPage } from '../../../ui/lost-focus.ts';
import { EmptyState } from '../../../ui/view-states.tsx';
import { RoomDialogsProvider } from '../room-dialogs-provider.tsx';
import { RoomFacts } from './room-facts.tsx';
import { RoomHeader } from '../room-header.tsx';
import { joinProblem, joinRoom } from '../rooms.mutations.ts';

function JoinButton({ groupId }: { groupId: string }) {
  const join = useMutation(joinRoom(useQueryClient()));
  return (
    <div className="grid justify-items-center gap-3">
      <Button
        onClick={() => !join.isPending && join.mutate(groupId)}
        aria-busy={join.isPending || undefined}
        aria-disabled={join.isPending || undefined}
      >
        {join.isPending ? <Trans>Joining...</Trans> : <Trans>Join Group</Trans>}
      </Button>
      {join.error && (
        <p role="alert" className="text-sm font-semibold text-danger">
          {joinProblem(join.error).text}
        </p>
      )}
    </div>
  );
}

/** Replaces the message input for a global admin who is not a member; they can join to write (AU-38, Q-36). */
export function ReaderBar({ group }: { group: Group }) {
  useKeepFocusOnPage();
  return (
    <div className="flex min-h-16 shrink-0 flex-wrap items-center justify-between gap-3 border-t border-line bg-surface px-4 py-3">
      <p className="min-w-0 grow basis-36 text-sm text-mute">
        <Trans>You are reading as an administrator. The audit notes it.</Trans>
      </p>
      <JoinButton groupId={group.group_id} />
    </div>
  );
}

/** The view of a room for non-members, with the button to join (GC-11 to GC-13, GC-25); banned users can't join. */
export function NotAMember({ group, account }: { group: Group; account: string }) {
  const navigate = useNavigate();
  useKeepFocusOnPage();
  return (
    <RoomDialogsProvider
      group={group}
      account={account}
      onGone={() => void navigate({ to: '/v1', replace: true, ignoreBlocker: true })}
    >
      <div className="flex min-h-0 grow flex-col">
        <RoomHeader group={group} />
        <div className="min-h-0 grow overflow-y-auto">
          {group.is_banned ? (
            <EmptyState
              icon={<Ban className="size-7" />}
              title={<Trans>You are banned from this group</Trans>}
              text={<Trans>The people who look after it can let you back in.</Trans>}
            />
          ) : (
            <EmptyState
              icon={<DoorOpen className="size-7" />}
              title={<Trans>Not a Member</Trans>}
              text={<Trans>You're not part of this group yet. Join to start chatting!</Trans>}
              action={<JoinButton groupId={group.group_id} />}
            />
          )}
          {!group.is_banned && (
            <div className="mx-auto max-w-120 px-6 pb-10">
              <RoomFacts group={group} />
            </div>
          )}
        </div>
      </div>
    </RoomDialogsProvider>
  );
}
