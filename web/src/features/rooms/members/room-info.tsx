import type { Group } from '@adda/contract/rooms';
import { Trans, useLingui } from '@lingui/react/macro';
import { Pencil } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { MembersList, type MembersListProps } from './members-list.tsx';
import { useRoomDialogs } from '../room-dialogs.tsx';
import { RoomFacts } from './room-facts.tsx';
import { RoomAbout } from '../settings/room-about.tsx';
import { RoomEdit } from '../settings/room-edit.tsx';
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

/** What a room is about; who may change it does so here (HM-11). */
function EditableAbout({ group }: { group: Group }) {
  const { t } = useLingui();
  const [isEditing, setEditing] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setEditing(false);
    // The button is there again after this.
    setTimeout(() => button.current?.focus());
  };
  if (isEditing) return <RoomEdit group={group} onClose={close} />;
  const edit = may(group, 'change_settings') && (
    <IconButton
      ref={button}
      label={t`Edit name, topic and picture`}
      className="self-start"
      icon={<Pencil aria-hidden="true" className="size-5" />}
      onClick={() => setEditing(true)}
    />
  );
  return <RoomAbout group={group} edit={edit} />;
}

/** The facts of a room and the user's actions (GC-19 to GC-26, X-38). */
export function RoomInfo(props: MembersListProps) {
  const { group } = props;
  const { ask } = useRoomDialogs();
  return (
    <div className="mx-auto w-full max-w-190 px-4 py-4 sm:px-5">
      <EditableAbout group={group} />
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
