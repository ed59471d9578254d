import type { Group } from '@adda/contract/rooms';
import { Trans } from '@lingui/react/macro';
import { Button } from '../../../ui/button.tsx';
import { MembersList, type MembersListProps } from './members-list.tsx';
import { useRoomDialogs } from '../room-dialogs.tsx';
import { RoomFacts } from './room-facts.tsx';
import { RoomAbout } from '../settings/room-about.tsx';
import { isModerator, may } from '../room-rights.ts';

/** The allowed moderator actions on a room (GM-03, GM-24); renders nothing for other users. */
function ManageButton({ group, tone }: { group: Group; tone: 'primary' | 'quiet' }) {
  const { openManage } = useRoomDialogs();
  if (!isModerator(group)) return null;
  return (
    <Button tone={tone} onClick={() => openManage()}>
      <Trans>Manage Group</Trans>
    </Button>
  );
}

/** The button that deletes the room, if allowed (GM-29). */
function DeleteGroupButton({ group }: { group: Group }) {
  const { ask } = useRoomDialogs();
  if (!may(group, 'delete_group')) return null;
  return (
    <Button tone="plain" className="text-danger!" onClick={() => ask('delete_group')}>
      <Trans>Delete Group</Trans>
    </Button>
  );
}

/** The facts of a room and the user's actions (GC-19 to GC-26, X-38). */
export function RoomInfo(props: MembersListProps) {
  const { group } = props;
  const { ask } = useRoomDialogs();
  return (
    <div className="mx-auto w-full max-w-190 px-4 py-4 sm:px-5">
      <RoomAbout group={group} />
      <RoomFacts group={group} />
      <div className="mt-3 flex flex-wrap gap-3">
        <ManageButton group={group} tone="primary" />
        {may(group, 'invite') && (
          <Button tone="quiet" onClick={() => ask('invite')}>
            <Trans>Invite people</Trans>
          </Button>
        )}
        {may(group, 'change_settings') && (
          <Button tone="quiet" onClick={() => ask('settings')}>
            <Trans>Room settings</Trans>
          </Button>
        )}
        {may(group, 'leave') && (
          <Button tone="quiet" onClick={() => ask('leave')}>
            <Trans>Leave Group</Trans>
          </Button>
        )}
        <DeleteGroupButton group={group} />
      </div>
      <h2 className="mt-6 text-lg">
        <Trans>Who's here</Trans>
      </h2>
      <div className="-mx-4 mt-2 rounded-card bg-surface">
        <MembersList {...props} />
      </div>
    </div>
  );
}
