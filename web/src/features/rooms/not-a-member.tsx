import { Trans } from '@lingui/react/macro';
import type { Group } from '@adda/contract/rooms';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { DoorOpen } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/view-states.tsx';
import { RoomHeader } from './room-header.tsx';
import { joinRoom } from './rooms.mutations.ts';

/** What people outside a room see of it, and how to come in (GC-11 to GC-13). */
export function NotAMember({ group }: { group: Group }) {
  const join = useMutation(joinRoom(useQueryClient()));
  return (
    <div className="flex min-h-0 grow flex-col">
      <RoomHeader group={group} />
      <div className="min-h-0 grow overflow-y-auto">
        <EmptyState
          icon={<DoorOpen className="size-7" />}
          title={<Trans>Not a Member</Trans>}
          text={<Trans>You're not part of this group yet. Join to start chatting!</Trans>}
          action={
            <Button
              onClick={() => !join.isPending && join.mutate(group.group_id)}
              aria-busy={join.isPending || undefined}
            >
              {join.isPending ? <Trans>Joining...</Trans> : <Trans>Join Group</Trans>}
            </Button>
          }
        />
        {group.description !== '' && (
          <p className="mx-auto max-w-sm px-6 pb-10 text-center break-words text-mute">{group.description}</p>
        )}
      </div>
    </div>
  );
}
