import { Trans } from '@lingui/react/macro';
import type { Group } from '@adda/contract/rooms';
import { Button } from '../../../ui/button.tsx';
import { useRoomDialogs } from '../room-dialogs.tsx';
import { isModerator, may } from '../room-rights.ts';

/** The allowed moderator actions on a room (GM-03, GM-24); renders nothing for other users. */
export function ManageButton({ group, tone }: { group: Group; tone: 'primary' | 'quiet' }) {
  const { openManage } = useRoomDialogs();
  if (!isModerator(group)) return null;
  return (
    <Button tone={tone} onClick={() => openManage()}>
      <Trans>Manage Group</Trans>
    </Button>
  );
}

/** The button that deletes the room, if allowed (GM-29). */
export function DeleteGroupButton({ group }: { group: Group }) {
  const { ask } = useRoomDialogs();
  if (!may(group, 'delete_group')) return null;
  return (
    <Button tone="plain" className="text-danger!" onClick={() => ask('delete_group')}>
      <Trans>Delete Group</Trans>
    </Button>
  );
}
