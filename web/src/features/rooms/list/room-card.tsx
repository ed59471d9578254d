import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { displayedName } from '@adda/contract/accounts';
import type { Group } from '@adda/contract/rooms';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { isPlainPress } from '../../../ui/plain-press.ts';
import { joinRoom } from '../rooms.mutations.ts';

export type RoomCardProps = {
  group: Group;
  /** The room is the open chat. */
  isOpen?: boolean;
  onOpen: (groupId: string) => void;
};

/** Decorative pictures of a room's creator and a few other members (RO-02). */
function AvatarStubs({ group }: { group: Group }) {
  const faces = group.faces ?? [{ username: group.creator, profile_image_url: null }];
  return (
    <span aria-hidden="true" className="flex -space-x-1.5 rtl:space-x-reverse">
      {faces.map(({ username, profile_image_url: picture }) => (
        <Avatar
          key={username}
          name={username}
          displayedName={displayedName(username)}
          src={picture}
          size="small"
          className="size-6! rounded-full! ring-2 ring-surface"
        />
      ))}
    </span>
  );
}

function EnterButton({ group }: { group: Group }) {
  if (group.is_banned) return <Trans>Banned</Trans>;
  return group.is_member ? <Trans>Active</Trans> : <Trans>Join</Trans>;
}

/** A room in a list: its name, activity, members, and a button to open it (RO-02, X-55). */
export function RoomCard({ group, isOpen = false, onOpen }: RoomCardProps) {
  const { group_id: groupId, name } = group;
  const { t } = useLingui();
  const join = useMutation(joinRoom(useQueryClient()));
  const open = () => onOpen(groupId);
  const joinAndOpen = () => join.mutate(groupId, { onSuccess: open });
  return (
    <li
      className={classNames(
        'relative flex items-center gap-3 rounded-card p-3 transition-colors hover:bg-raised',
        isOpen && 'bg-raised',
      )}
    >
      <Avatar name={name} shape="room" size="large" />
      <div className="min-w-0 grow">
        <a
          href={`/v1/group/${groupId}`}
          aria-current={isOpen ? 'page' : undefined}
          // The whole card is clickable; the button is above it.
          className="block truncate font-display font-bold after:absolute after:inset-0 after:rounded-card focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:outline-teal"
          title={name}
          onClick={(event) => {
            if (!isPlainPress(event)) return;
            event.preventDefault();
            open();
          }}
        >
          {name}
        </a>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-mute">
          <span className="inline-flex items-center gap-1.5">
            <span aria-hidden="true" className="size-2 rounded-full bg-teal" />
            <Trans>Active now</Trans>
          </span>
          <span>
            <Plural value={group.member_count} one="# member" other="# members" />
          </span>
          <AvatarStubs group={group} />
        </p>
      </div>
      <Button
        tone={group.is_member || group.is_banned ? 'quiet' : 'warm'}
        size="small"
        className="relative z-1 shrink-0"
        isBusy={join.isPending}
        disabled={group.is_banned}
        onClick={group.is_member ? open : joinAndOpen}
        aria-description={group.is_banned ? t`You are banned from this group` : name}
      >
        <EnterButton group={group} />
      </Button>
    </li>
  );
}
