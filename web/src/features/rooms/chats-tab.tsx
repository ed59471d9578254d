import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useState, type ReactNode } from 'react';
import { useOpenChat, useSwitchChat } from '../../platform/use-switch-chat.ts';
import { ChatPanels } from '../../ui/chat-panels.tsx';
import { TabbedBrowser, type BrowserTab } from '../../ui/tabbed-browser.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { CreateLink } from './list/create-link.tsx';
import { cappedCount } from '../../ui/badge.tsx';
import { myRooms } from './rooms.queries.ts';
import { MyRooms, SearchableRooms, TopRooms } from './list/room-list.tsx';

export type ChatsTabProps = {
  /** The open chat; undefined without one. */
  children?: ReactNode;
  /** Users and History: sub-tabs of the left panel on desktop, tabs next to Rooms on phones. */
  people: readonly [BrowserTab, ...BrowserTab[]];
  /** What is shown where no chat is open: in the middle on desktop, above the rooms on phones (HM-04). */
  firstVisit: (level: 1 | 2) => ReactNode;
};

function PanelHead({ title, action }: { title: ReactNode; action?: ReactNode }) {
  return (
    <div className="sticky top-0 z-2 flex min-h-14 shrink-0 flex-wrap items-center gap-1 bg-surface ps-5 pe-3 pt-2">
      <h2 className="min-w-0 grow text-xl">{title}</h2>
      {action}
    </div>
  );
}

/** All rooms, the user's own first. `firstVisit` stands above them and has the rooms in which most people talk. */
function Rooms({ firstVisit, hasLively }: { firstVisit?: ReactNode; hasLively: boolean }) {
  const { groupId: openGroupId } = useOpenChat();
  const switchChat = useSwitchChat();
  const list = { openGroupId, onOpen: (groupId: string) => switchChat({ groupId }) };
  return (
    <SearchableRooms {...list}>
      {firstVisit}
      <MyRooms {...list} />
      <TopRooms {...list} hasLively={hasLively} />
    </SearchableRooms>
  );
}

const withHeader = ({ title, action, content }: BrowserTab) => (
  <>
    <PanelHead title={title} action={action} />
    {content()}
  </>
);

/** The left panel of wide screens (SH-06, SH-07). */
function PeoplePanel({ people }: Pick<ChatsTabProps, 'people'>) {
  const { t } = useLingui();
  const [openId, setOpenId] = useState(people[0].id);
  const items = people.map((tab) => ({ id: tab.id, label: tab.label, content: () => withHeader(tab) }));
  return (
    <Tabs
      label={t`People`}
      items={items}
      value={openId}
      onChange={setOpenId}
      className="grow [&>[role=tablist]]:mx-3 [&>[role=tablist]]:mt-3"
    />
  );
}

/** The chats tab (SH-07, SH-08, SH-51 to SH-56). */
export function ChatsTab({ children, people, firstVisit }: ChatsTabProps) {
  const { t } = useLingui();
  const [openId, setOpenId] = useState('rooms');
  const { data: mine } = useQuery(myRooms());
  const mentions =
    mine?.reduce((sum, group) => sum + (group.is_muted ? 0 : (group.unread_mentions ?? 0)), 0) ?? 0;
  const isNew = mine?.length === 0;
  const browse = useCallback(
    () => <Rooms firstVisit={isNew && firstVisit(2)} hasLively={isNew} />,
    [isNew, firstVisit],
  );
  const rooms: BrowserTab = {
    id: 'rooms',
    label: mentions > 0 ? t`Rooms @ ${cappedCount(mentions)}` : t`Rooms`,
    title: <Trans>Active Rooms</Trans>,
    action: <CreateLink />,
    content: browse,
  };
  return (
    <ChatPanels
      chat={children}
      idle={firstVisit(1)}
      startLabel={t`People`}
      start={<PeoplePanel people={people} />}
      endLabel={t`Active Rooms`}
      end={
        <>
          <PanelHead title={rooms.title} action={rooms.action} />
          <div className="min-h-0 grow overflow-y-auto">
            <Rooms hasLively={children === undefined} />
          </div>
        </>
      }
      browser={
        <TabbedBrowser label={t`Browse`} tabs={[rooms, ...people]} openId={openId} onOpen={setOpenId} />
      }
    />
  );
}
