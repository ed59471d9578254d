import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { Group } from '@adda/contract/rooms';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from '../../../ui/toast-store.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { MentionBadge } from '../../../ui/mention-badge.tsx';
import { MutedSign } from '../../../ui/muted-sign.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { DraftLine } from '../../messages/index.ts';
import { isPlainPress } from '../../../ui/plain-press.ts';
import { RoomTags } from '../settings/room-tags.tsx';

export type RoomCardProps = {
  group: Group;
  /** The room is the open chat. */
  isOpen?: boolean;
  onOpen: (groupId: string) => void;
};

function EnterButton({ group }: { group: Group }) {
  if (group.is_banned) return <Trans>Banned</Trans>;
  return group.is_member ? <Trans>Active</Trans> : <Trans>Join</Trans>;
}

/** A room in a list: its name, activity, members, and a button to open it (RO-02, X-55). */
export function RoomCard({ group, isOpen = false, onOpen }: RoomCardProps) {
  const { group_id: groupId, name } = group;
  const { t } = useLingui();
  const client = useQueryClient();
  const [isJoining, setJoining] = useState(false);
  const open = () => onOpen(groupId);
  const joinAndOpen = async () => {
    setJoining(true);
    try {
      const code = await import('../rooms.mutations.ts').catch(() => undefined);
      if (!code) return toast.problem(t`Failed to join group`);
      await client.getMutationCache().build(client, code.joinRoom(client)).execute(groupId);
      open();
    } catch {
      // The mutation has said why.
    } finally {
      setJoining(false);
    }
  };
  return (
    <li
      className={classNames(
        'relative flex items-center gap-3 rounded-card p-3 transition-colors hover:bg-raised',
        isOpen && 'bg-raised',
      )}
    >
      <Avatar name={name} src={group.picture} shape="room" size="large" />
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
        <span className="float-end ms-2">
          <MentionBadge count={group.unread_mentions ?? 0} isMuted={group.is_muted} />
        </span>
        <DraftLine conversationId={groupId} isOpen={isOpen}>
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-mute">
            <span className="inline-flex items-center gap-1.5">
              <span aria-hidden="true" className="size-2 rounded-full bg-teal" />
              <Trans>Active now</Trans>
            </span>
            <span>
              <Plural value={group.member_count} one="# member" other="# members" />
            </span>
            {group.is_muted && <MutedSign />}
            <RoomTags group={group} />
          </p>
        </DraftLine>
      </div>
      <Button
        tone={group.is_member || group.is_banned ? 'quiet' : 'warm'}
        size="small"
        className="relative z-1 shrink-0"
        isBusy={isJoining}
        disabled={group.is_banned}
        onClick={group.is_member ? open : () => void joinAndOpen()}
        aria-description={group.is_banned ? t`You are banned from this group` : name}
      >
        <EnterButton group={group} />
      </Button>
    </li>
  );
}
