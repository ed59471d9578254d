import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { displayedName, isGuestName } from '@adda/contract/accounts';
import { RAIL_MEMBERS, type Group, type GroupMember } from '@adda/contract/rooms';
import { useInfiniteQuery } from '@tanstack/react-query';
import { PanelRightClose, PanelRightOpen } from 'lucide-react';
import { useState } from 'react';
import { Avatar } from '../../../ui/avatar.tsx';
import { Drawer } from '../../../ui/drawer.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { PresenceDot } from '../../../ui/presence-dot.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { useFitsThree, useIsDesktop } from '../../../ui/use-media-query.ts';
import { PinsSection } from '../pins/pins-section.tsx';
import { useRoomDialogs } from '../room-dialogs.tsx';
import { BannedList } from './banned-list.tsx';
import { MembersList, useTypingUsers, type MembersListProps } from './members-list.tsx';
import { membersOf, roomMembers } from './members.queries.ts';
import { may } from '../room-rights.ts';
import { TypingLine } from '../../messages/index.ts';

export type MembersPanelProps = Omit<MembersListProps, 'onChosen'> & {
  isShown: boolean;
  onShow: (isShown: boolean) => void;
  /** A profile replaces the drawer, as in the Profile tab. */
  closesOnChoice: boolean;
};

/** Whether the user sees the banned users: only those who may ban, and never a guest (GM-10, GM-13, GM-23, X-36). */
const canSeeBanned = (group: Group, account: string): boolean => may(group, 'ban') && !isGuestName(account);

/** Members, and for some users the banned users as well (GM-06). */
function Lists(props: MembersListProps) {
  const { t } = useLingui();
  const { group, account } = props;
  const [tab, setTab] = useState<'members' | 'banned'>('members');
  const typing = useTypingUsers(props.typingUsers);
  const members = () => (
    <>
      {typing.length > 0 && <TypingLine names={typing} />}
      <MembersList {...props} />
    </>
  );
  const banned = () => <BannedList groupId={group.group_id} />;
  if (!canSeeBanned(group, account)) return <div className="min-h-0 grow overflow-y-auto">{members()}</div>;
  return (
    <Tabs<'members' | 'banned'>
      label={t`People`}
      value={tab}
      onChange={setTab}
      className="min-h-0 grow [&>[role=tablist]]:mx-3 [&>[role=tablist]]:mt-2"
      items={[
        { id: 'members', label: <Trans>Members</Trans>, content: members },
        { id: 'banned', label: <Trans>Banned</Trans>, content: banned },
      ]}
    />
  );
}

type MembersRailProps = {
  members: readonly GroupMember[];
  total: number;
};

/** The first ten members and the number of the others, in a narrow column (GM-08). */
function MembersRail({ members, total }: MembersRailProps) {
  const { openProfile } = useRoomDialogs();
  const shown = members.slice(0, RAIL_MEMBERS);
  const more = total - shown.length;
  return (
    <div className="flex min-h-0 grow flex-col items-center gap-1 overflow-y-auto pb-2">
      <ul>
        {shown.map(({ username, profile_image_url: picture, is_online: isOnline }) => (
          <li key={username}>
            <button
              type="button"
              title={displayedName(username)}
              onClick={() => openProfile(username)}
              className="grid size-11 place-items-center rounded-full hover:bg-raised focus-visible:outline-offset-[-3px]"
            >
              <span className="relative">
                <Avatar name={username} displayedName={displayedName(username)} src={picture} size="small" />
                <PresenceDot
                  isOnline={isOnline}
                  className="absolute -end-1 -bottom-1 rounded-full bg-surface p-0.5"
                />
              </span>
              <span className="sr-only">{displayedName(username)}</span>
            </button>
          </li>
        ))}
      </ul>
      {more > 0 && <span className="text-xs font-bold text-mute">+{more}</span>}
    </div>
  );
}

/**
 * Wide screens: a rail of 56 px, or a panel of 288 px with the pins (GM-06 to GM-09, HM-03). Where the chat would have less than
 * 560 px beside the panel, a drawer takes its place.
 */
function SidePanel(props: MembersPanelProps & { isPanel: boolean }) {
  const { group, isPanel, isShown, onShow } = props;
  const { t } = useLingui();
  const { data } = useInfiniteQuery(roomMembers(group.group_id));
  const total = data?.pages.at(-1)?.total_count ?? group.member_count;
  const Icon = isPanel ? PanelRightClose : PanelRightOpen;
  const toggle = (
    <IconButton
      label={isShown ? t`Hide members` : t`Show members`}
      aria-expanded={isShown}
      className="justify-self-center"
      icon={<Icon aria-hidden="true" className="size-5 rtl:-scale-x-100" />}
      onClick={() => onShow(!isShown)}
    />
  );
  return (
    <aside
      aria-label={t`Members`}
      className={`flex shrink-0 flex-col border-s border-line bg-surface ${isPanel ? 'w-72' : 'w-14'}`}
    >
      <div className={isPanel ? 'flex items-center border-b border-line py-1.5 ps-4 pe-1.5' : 'grid py-1.5'}>
        {isPanel && (
          <h2 className="min-w-0 grow truncate text-lg">
            <Plural value={total} one="# member" other="# members" />
          </h2>
        )}
        {toggle}
      </div>
      {isPanel && <PinsSection group={group} />}
      {isPanel ? <Lists {...props} /> : <MembersRail members={membersOf(data)} total={total} />}
    </aside>
  );
}

/** The members of the room: next to the chat on wide screens, in a drawer otherwise. */
export function MembersPanel(props: MembersPanelProps) {
  const { isShown, onShow, closesOnChoice } = props;
  const fitsThree = useFitsThree();
  const isDesktop = useIsDesktop();
  const isPanel = fitsThree && isShown;
  const drawer = !fitsThree && (
    <Drawer isOpen={isShown} onClose={() => onShow(false)} title={<Trans>Members</Trans>}>
      {/* Not the search field: on a phone that would open the keyboard. */}
      <div data-autofocus tabIndex={-1} className="flex h-full flex-col outline-none">
        <Lists {...props} onChosen={closesOnChoice ? () => onShow(false) : undefined} />
      </div>
    </Drawer>
  );
  if (!isDesktop) return drawer;
  return (
    <>
      <SidePanel {...props} isPanel={isPanel} />
      {drawer}
    </>
  );
}
