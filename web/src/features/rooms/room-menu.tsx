import { Trans, useLingui } from '@lingui/react/macro';
import type { Group } from '@adda/contract/rooms';
import {
  BellOff,
  EllipsisVertical,
  Gift,
  Info,
  Lock,
  LogOut,
  ScrollText,
  Search,
  Settings,
  ShieldCheck,
  Trash2,
  UserPlus,
  Users,
} from 'lucide-react';
import { chatSearch } from '../../platform/open-search.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuDivider, MenuItem } from '../../ui/menu.tsx';
import { useRoomDialogs } from './room-dialogs.tsx';
import { roundClasses } from './room-header.tsx';
import { isModerator, may } from './room-rights.ts';

/** What moderators do: settings, members, the log (GR-01, GM-03, GR-06). */
function ModeratorItems({ group }: { group: Group }) {
  const { openManage, ask } = useRoomDialogs();
  return (
    <>
      {may(group, 'change_settings') && (
        <MenuItem icon={<Settings className="size-5" />} onSelect={() => ask('settings')}>
          <Trans>Room settings</Trans>
        </MenuItem>
      )}
      {isModerator(group) && (
        <MenuItem icon={<ShieldCheck className="size-5" />} onSelect={() => openManage()}>
          <Trans>Manage Group</Trans>
        </MenuItem>
      )}
      {may(group, 'read_log') && (
        <MenuItem icon={<ScrollText className="size-5" />} onSelect={() => ask('log')}>
          <Trans>Room log</Trans>
        </MenuItem>
      )}
    </>
  );
}

/** The actions that end something: messages, the user's own membership, the room. */
function EndingItems({ group }: { group: Group }) {
  const { ask } = useRoomDialogs();
  return (
    <>
      {may(group, 'delete_all') && (
        <MenuItem icon={<Trash2 className="size-5" />} isDangerous onSelect={() => ask('delete_all')}>
          <Trans>Delete all messages</Trans>
        </MenuItem>
      )}
      {may(group, 'leave') && (
        <MenuItem icon={<LogOut className="size-5" />} isDangerous onSelect={() => ask('leave')}>
          <Trans>Leave Group</Trans>
        </MenuItem>
      )}
      {may(group, 'delete_group') && (
        <MenuItem icon={<Trash2 className="size-5" />} isDangerous onSelect={() => ask('delete_group')}>
          <Trans>Delete Group</Trans>
        </MenuItem>
      )}
    </>
  );
}

/** The views of a room that its menu opens. */
export type RoomMenuProps = { group: Group; onChat: () => void; onInfo: () => void; onMembers: () => void };

/** Whether the room is private (GR-01), gifts, and the allowed actions on a room (GC-06, GC-26, GI-03, GM-03, X-38). */
export function RoomMenu({ group, onChat, onInfo, onMembers }: RoomMenuProps) {
  const { t } = useLingui();
  const { openGift, ask } = useRoomDialogs();
  const search = () => {
    onChat();
    chatSearch.open();
  };
  const gift = <Gift aria-hidden="true" className="size-5" />;
  return (
    <>
      {group.visibility === 'private' && (
        <Lock role="img" aria-label={t`Private room`} className="size-5 shrink-0 text-mute" />
      )}
      {group.is_member && (
        <IconButton label={t`Send a gift`} icon={gift} aria-haspopup="dialog" onClick={() => openGift()} />
      )}
      <Menu
        label={t`Group actions`}
        renderTrigger={(trigger) => (
          <button type="button" {...trigger} aria-label={t`Group actions`} className={roundClasses}>
            <EllipsisVertical aria-hidden="true" className="size-5" />
          </button>
        )}
      >
        <MenuItem icon={<Info className="size-5" />} onSelect={onInfo}>
          <Trans>Group Info</Trans>
        </MenuItem>
        <MenuItem icon={<Users className="size-5" />} onSelect={onMembers}>
          <Trans>Members</Trans>
        </MenuItem>
        {group.is_member && (
          <MenuItem icon={<Search className="size-5" />} onSelect={search}>
            <Trans>Search messages</Trans>
          </MenuItem>
        )}
        {group.is_member && (
          <MenuItem icon={gift} onSelect={() => openGift()}>
            <Trans>Send a gift</Trans>
          </MenuItem>
        )}
        {may(group, 'invite') && (
          <MenuItem icon={<UserPlus className="size-5" />} onSelect={() => ask('invite')}>
            <Trans>Invite people</Trans>
          </MenuItem>
        )}
        {group.is_member && (
          <MenuItem icon={<BellOff className="size-5" />} onSelect={() => ask('mute')}>
            {group.is_muted ? <Trans>Change mute</Trans> : <Trans>Mute</Trans>}
          </MenuItem>
        )}
        <ModeratorItems group={group} />
        <MenuDivider />
        <EndingItems group={group} />
      </Menu>
    </>
  );
}
