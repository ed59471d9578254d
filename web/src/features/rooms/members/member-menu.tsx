import { Trans, useLingui } from '@lingui/react/macro';
import { displayedName, isGuestName } from '@adda/contract/accounts';
import type { Group, GroupMember } from '@adda/contract/rooms';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Ban, ShieldCheck, ShieldMinus, ShieldPlus, TimerOff, UserMinus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { AnchoredMenu } from '../../../ui/anchored-menu.tsx';
import { Button, type ButtonProps } from '../../../ui/button.tsx';
import { MenuDivider, MenuItem } from '../../../ui/menu.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useRoomDialogs } from '../room-dialogs.tsx';
import { may } from '../room-rights.ts';
import { setModerator } from './manage-actions.ts';
import { oneMember } from './members.queries.ts';

const icon = 'size-5';

type MemberMenuProps = {
  group: Group;
  username: string;
  /** Null for a former member, who can only be banned. */
  member: GroupMember | null;
  anchor: HTMLElement;
  onClose: () => void;
};

/** What a moderator may do to a member (HM-11): what can't be undone, or takes a time or a reason, asks in a dialog. */
function MemberMenu({ group, username, member, anchor, onClose }: MemberMenuProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const { openManage } = useRoomDialogs();
  const { group_id: groupId } = group;
  const name = displayedName(username);
  const isModerator = (member?.permissions.length ?? 0) > 0;
  const setOn = (on: boolean) => void setModerator(client, { groupId, username, on });
  const mayGrant = member !== null && may(group, 'grant') && !isGuestName(username);
  const mayKick = member !== null && may(group, 'kick');
  return (
    <AnchoredMenu anchor={anchor} label={t`Manage ${name}`} onClose={onClose}>
      {mayGrant && !isModerator && (
        <MenuItem icon={<ShieldPlus className={icon} />} onSelect={() => setOn(true)}>
          <Trans>Make moderator</Trans>
        </MenuItem>
      )}
      {mayGrant && isModerator && (
        <MenuItem icon={<ShieldMinus className={icon} />} onSelect={() => setOn(false)}>
          <Trans>Remove as moderator</Trans>
        </MenuItem>
      )}
      {member !== null && may(group, 'time_out') && (
        <MenuItem
          icon={<TimerOff className={icon} />}
          onSelect={() => openManage({ username, action: 'timeout' })}
        >
          <Trans>Timeout</Trans>
        </MenuItem>
      )}
      {(mayKick || may(group, 'ban')) && member !== null && <MenuDivider />}
      {mayKick && (
        <MenuItem
          isDangerous
          icon={<UserMinus className={icon} />}
          onSelect={() => openManage({ username, action: 'kick' })}
        >
          <Trans>Kick</Trans>
        </MenuItem>
      )}
      {may(group, 'ban') && (
        <MenuItem
          isDangerous
          icon={<Ban className={icon} />}
          onSelect={() => openManage({ username, action: 'ban' })}
        >
          <Trans>Ban</Trans>
        </MenuItem>
      )}
    </AnchoredMenu>
  );
}

type SenderMenuProps = Omit<MemberMenuProps, 'member'>;

/** The menu of a message's sender, once it is known what they are in the room. */
export function SenderMenu(props: SenderMenuProps) {
  const { group, username, onClose } = props;
  const { t } = useLingui();
  const { data: member, isError } = useQuery(oneMember(useQueryClient(), group.group_id, username));
  const name = displayedName(username);
  const problem =
    member?.is_creator || member?.is_admin
      ? t`${name} looks after this group: nobody can manage them.`
      : member === null && !may(group, 'ban')
        ? t`${name} is not in this group any more.`
        : isError && !member
          ? t`Something went wrong. Please try again.`
          : undefined;
  useEffect(() => {
    if (problem === undefined) return;
    toast.show(problem);
    onClose();
  }, [problem, onClose]);
  if (member === undefined || problem !== undefined) return null;
  return <MemberMenu {...props} member={member} />;
}

type ManageButtonProps = Pick<MemberMenuProps, 'group'> &
  Pick<ButtonProps, 'size' | 'className'> & { member: GroupMember; hasIcon?: boolean };

/** 'Manage' beside a member (GM-02), with the menu of what can be done. */
export function ManageButton({ group, member, hasIcon, ...look }: ManageButtonProps) {
  const { t } = useLingui();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const { username } = member;
  const name = displayedName(username);
  return (
    <>
      <Button
        {...look}
        tone="quiet"
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        aria-label={t`Manage ${name}`}
        icon={hasIcon && <ShieldCheck aria-hidden="true" className="size-4" />}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Trans>Manage</Trans>
      </Button>
      {anchor && <MemberMenu {...{ group, username, member, anchor }} onClose={() => setAnchor(undefined)} />}
    </>
  );
}
