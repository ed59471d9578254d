import { Trans } from '@lingui/react/macro';
import type { Group } from '@adda/contract/rooms';
import { Button } from '../../../ui/button.tsx';
import { useRoomDialogs } from '../room-dialogs.tsx';
import { isModerator, may } from '../room-rights.ts';

/** What those who look after a room may do to it, as far as they may (GM-03, GM-24); nothing for others. */
export function ManageButton({ group, tone }: { group: Group; tone: 'primary' | 'quiet' }) {
  const { openManage } = useRoomDialogs();
  if (!isModerator(group)) return null;
  return (
    <Button tone={tone} onClick={() => openManage()}>
      <Trans>Manage Group</Trans>
    </Button>
  );
}

/** The end of the room, for those who may decide it (GM-29). */
export function DeleteGroupButton({ group }: { group: Group }) {
  const { ask } = useRoomDialogs();
  if (!may(group, 'delete_group')) return null;
  return (
    <Button tone="plain" className="text-danger!" onClick={() => ask('delete_group')}>
      <Trans>Delete Group</Trans>
    </Button>
  );
}
