import { Trans } from '@lingui/react/macro';
import type { Group } from '@adda/contract/rooms';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../../ui/button.tsx';
import { useKeepFocusOnPage } from '../../../ui/lost-focus.ts';
import { joinProblem, joinRoom } from '../rooms.mutations.ts';
import { loadRoom } from './room-preview.queries.ts';

export type JoinButtonProps = {
  groupId: string;
  /** The button takes the width of the input. */
  isWide?: boolean;
  /** Called with true while joining, and with false when the messages of the open room have loaded, or joining failed (HM-06). */
  onJoining?: (isJoining: boolean) => void;
};

/** Joins a room (GC-12, GC-36), and says at the button why not. */
export function JoinButton({ groupId, isWide = false, onJoining }: JoinButtonProps) {
  const client = useQueryClient();
  const join = useMutation({
    ...joinRoom(client, onJoining && (() => loadRoom(client, groupId))),
    onMutate: () => onJoining?.(true),
    onSettled: () => onJoining?.(false),
  });
  return (
    <div className="grid gap-2">
      {join.error && (
        <p role="alert" className="text-center text-sm font-semibold text-danger">
          {joinProblem(join.error).text}
        </p>
      )}
      <Button
        isWide={isWide}
        onClick={() => !join.isPending && join.mutate(groupId)}
        aria-busy={join.isPending || undefined}
        aria-disabled={join.isPending || undefined}
      >
        {join.isPending ? <Trans>Joining...</Trans> : <Trans>Join Group</Trans>}
      </Button>
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
