import { Trans, useLingui } from '@lingui/react/macro';
import { useMatch } from '@tanstack/react-router';
import { MessagesSquare } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSwitchChat } from '../../platform/use-switch-chat.ts';
import { ChatPanels } from '../../ui/chat-panels.tsx';
import { TabbedBrowser } from '../../ui/tabbed-browser.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { EmptyState } from '../../ui/view-states.tsx';
import { CreateLink } from './list/create-link.tsx';
import { ListHeading, MyRooms, SearchableRooms, TopRooms, type RoomListProps } from './list/room-list.tsx';
import { useMembershipNews } from './members/use-membership-news.ts';

/** From here on there is room for both panels beside a chat. */
const WIDE = '(width >= 80rem)';

function PanelHead({ title, action }: { title: ReactNode; action?: ReactNode }) {
  return (
    <div className="flex min-h-16 shrink-0 flex-wrap items-center gap-2 px-5 pt-3">
      <h2 className="min-w-0 grow text-xl">{title}</h2>
      {action}
    </div>
  );
}

/** Every room there is to choose from, the person's own first. */
function Browser(list: RoomListProps) {
  return (
    <SearchableRooms {...list}>
      <MyRooms {...list} />
      <ListHeading>
        <Trans>Busy right now</Trans>
      </ListHeading>
      <TopRooms {...list} />
    </SearchableRooms>
  );
}

const idle = (
  <EmptyState
    level={1}
    icon={<MessagesSquare className="size-7" />}
    title={<Trans>Pull up a chair</Trans>}
    text={<Trans>Pick a room and join the conversation.</Trans>}
  />
);

/** The chats tab. `children` is the open chat, undefined while none is (SH-07, SH-08, SH-51 to SH-56). */
export function ChatsTab({ children }: { children?: ReactNode }) {
  const { t } = useLingui();
  const room = useMatch({ from: '/v1/group/$groupId', shouldThrow: false });
  const openGroupId = room?.params.groupId;
  const isWide = useMediaQuery(WIDE);
  const list = { openGroupId, onOpen: useSwitchChat(openGroupId) };
  const browse = () => <Browser {...list} />;
  useMembershipNews();
  return (
    <ChatPanels
      chat={children}
      idle={idle}
      startLabel={t`Rooms`}
      start={
        isWide && (
          <>
            <PanelHead title={<Trans>Rooms</Trans>} />
            <div className="min-h-0 grow overflow-y-auto">
              <SearchableRooms {...list}>
                <MyRooms isAlone {...list} />
              </SearchableRooms>
            </div>
          </>
        )
      }
      endLabel={t`Active Rooms`}
      end={
        <>
          <PanelHead title={<Trans>Active Rooms</Trans>} action={<CreateLink />} />
          <div className="min-h-0 grow overflow-y-auto">
            {isWide ? (
              <div className="p-2">
                <TopRooms {...list} />
              </div>
            ) : (
              <Browser {...list} />
            )}
          </div>
        </>
      }
      browser={
        <TabbedBrowser
          label={t`Browse`}
          tabs={[
            {
              id: 'rooms',
              label: t`Rooms`,
              title: <Trans>Active Rooms</Trans>,
              action: <CreateLink />,
              content: browse,
            },
          ]}
        />
      }
    />
  );
}
