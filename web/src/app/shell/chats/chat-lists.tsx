import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useRef, type ReactNode } from 'react';
import {
  InboxActions,
  InboxList,
  useHasInbox,
  useInboxMentions,
} from '../../../features/inbox/inbox-tab.tsx';
import { useRequestsLoading } from '../../../features/direct/index.ts';
import { CreateLink, oneRoom } from '../../../features/rooms/index.ts';
import { useOpenChat, type ChatAddress, type ListSearch } from '../../../platform/use-switch-chat.ts';
import { cappedCount } from '../../../ui/badge.tsx';
import { lazyComponent, LazyComponent } from '../../../ui/lazy-component.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { TabbedBrowser, type BrowserTab } from '../../../ui/tabbed-browser.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { useFirstHere, useKeptScroll } from '../../../ui/place-memory.ts';
import { useFitsThree } from '../../../ui/use-media-query.ts';
import { ErrorState } from '../../../ui/view-states.tsx';
import { PanelHead } from './panel-head.tsx';

// The inbox loads first, the others when they are shown.
const discover = lazyComponent(() => import('./discover.tsx'));
const users = lazyComponent(() => import('../../../features/directory/users-tab.tsx'));
const requests = lazyComponent(() => import('../../../features/direct/requests/requests-panel.tsx'));
const personCard = lazyComponent(() => import('../../../features/direct/chat/person-panel.tsx'));

const renderError = (retry: () => void) => <ErrorState onRetry={retry} />;
const renderNothing = () => null;

type ListName = NonNullable<ListSearch['list']>;

/**
 * The list in the address, and the function that opens another one. A list is a place of the history (HM-10); beside an open
 * chat it replaces the step instead, because Back closes the chat (SH-10).
 */
function useList() {
  const navigate = useNavigate();
  const { groupId, username } = useOpenChat();
  const { list }: ListSearch = useSearch({ strict: false });
  const show = (next: ListName | undefined) =>
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, list: next }),
      replace: groupId !== undefined || username !== undefined,
      ignoreBlocker: true,
    });
  return { list, show };
}

/** Requests a room and its screen before it is pressed. */
function usePrepareChat(): (chat: ChatAddress) => void {
  const client = useQueryClient();
  const router = useRouter();
  return (chat) => {
    const loading =
      'groupId' in chat
        ? [
            router.preloadRoute({ to: '/v1/group/$groupId', params: chat }),
            client.prefetchQuery(oneRoom(client, chat.groupId)),
          ]
        : [router.preloadRoute({ to: '/v1/chat/$username', params: chat })];
    void Promise.allSettled(loading);
  };
}

/** The inbox, once both it and the requests of strangers above it are known; `requests` is undefined while their code loads. */
function InboxBelow({ requests }: { requests?: ReactNode }) {
  const prepare = usePrepareChat();
  const isLoading = useRequestsLoading();
  return <InboxList onNear={prepare} above={requests} isWaiting={requests === undefined || isLoading} />;
}

const renderInboxAlone = () => <InboxBelow requests={null} />;

/** The inbox below the requests of strangers, if there are any (MR-02). */
function Inbox() {
  return (
    <LazyComponent component={requests} fallback={<InboxBelow />} failed={renderInboxAlone}>
      {({ RequestsSection }) => <InboxBelow requests={<RequestsSection />} />}
    </LazyComponent>
  );
}

/** The directory, at the place to which it was scrolled. */
function Users() {
  const top = useRef<HTMLDivElement>(null);
  useKeptScroll(top, 'users');
  return (
    <div ref={top}>
      <LazyComponent component={users} fallback={<ListSkeleton />} failed={renderError}>
        {({ UsersTab }) => <UsersTab />}
      </LazyComponent>
    </div>
  );
}

/** The title and the actions of the directory. */
function useUsersHead(): Pick<BrowserTab, 'title' | 'action'> {
  const label = <Trans>Users</Trans>;
  return {
    title: (
      <LazyComponent component={users} fallback={label} failed={() => label}>
        {({ UsersTitle }) => <UsersTitle />}
      </LazyComponent>
    ),
    action: (
      <LazyComponent component={users} failed={renderNothing}>
        {({ UsersActions }) => <UsersActions />}
      </LazyComponent>
    ),
  };
}

const renderRooms = () => (
  <LazyComponent component={discover} fallback={<ListSkeleton />} failed={renderError}>
    {({ RoomsOfPhones }) => <RoomsOfPhones />}
  </LazyComponent>
);
const renderUsers = () => <Users />;
const renderInbox = () => <Inbox />;

/** The lists to choose a chat from on small screens: Rooms, Users and History, which is the inbox (SH-51 to SH-55, X-53). */
export function Browser() {
  const { t } = useLingui();
  const { list, show } = useList();
  const known = useHasInbox();
  const first = known && (known.any ? 'history' : 'rooms');
  // Once something is in the inbox, the chats open with it (HM-03); the list doesn't change while one looks at it.
  const opened = useFirstHere('/v1', 'list', first);
  const openId = list ?? opened;
  const mentions = useInboxMentions();
  const tabs: readonly [BrowserTab & { id: ListName }, ...(BrowserTab & { id: ListName })[]] = [
    {
      id: 'rooms',
      label: t`Rooms`,
      title: <Trans>Active Rooms</Trans>,
      action: <CreateLink isBesideTitle />,
      content: renderRooms,
    },
    { id: 'users', label: t`Users`, ...useUsersHead(), content: renderUsers },
    {
      id: 'history',
      label: mentions > 0 ? t`History @ ${cappedCount(mentions)}` : t`History`,
      title: <Trans>Recent Chats</Trans>,
      action: <InboxActions />,
      content: renderInbox,
    },
  ];
  // The heading of another list has another height.
  if (openId === undefined) return <ListSkeleton rows={7} />;
  return (
    <TabbedBrowser
      label={t`Browse`}
      tabs={tabs}
      openId={openId}
      onOpen={(id) => show(tabs.find((tab) => tab.id === id)?.id)}
    />
  );
}

/** The button of the rooms to discover, where their panel is not on screen. */
function Discover() {
  const { groupId, username } = useOpenChat();
  const hasChat = groupId !== undefined || username !== undefined;
  const hasPanel = useFitsThree() && !hasChat;
  if (hasPanel) return null;
  return (
    <LazyComponent component={discover} fallback={<span className="size-11" />} failed={renderNothing}>
      {({ DiscoverButton }) => <DiscoverButton hasLively={!hasChat} />}
    </LazyComponent>
  );
}

function Chats() {
  return (
    <>
      <PanelHead
        title={<Trans>Recent Chats</Trans>}
        action={
          <>
            <Discover />
            <InboxActions />
          </>
        }
      />
      <Inbox />
    </>
  );
}

function People() {
  return (
    <>
      <PanelHead {...useUsersHead()} />
      <Users />
    </>
  );
}

const renderChats = () => <Chats />;
const renderPeople = () => <People />;

/** The left panel of wide screens: the inbox, and the directory as its second tab (SH-06, SH-07, HM-03). */
export function StartPanel() {
  const { t } = useLingui();
  const { list, show } = useList();
  const mentions = useInboxMentions();
  return (
    <section aria-label={t`Chats and people`} className="flex min-h-0 grow flex-col">
      <Tabs<'chats' | 'people'>
        label={t`Chats and people`}
        items={[
          {
            id: 'chats',
            label: mentions > 0 ? t`Chats @ ${cappedCount(mentions)}` : t`Chats`,
            content: renderChats,
          },
          { id: 'people', label: t`People`, content: renderPeople },
        ]}
        value={list === 'users' ? 'people' : 'chats'}
        onChange={(id) => show(id === 'people' ? 'users' : undefined)}
        className="grow [&>[role=tablist]]:mx-3 [&>[role=tablist]]:mt-3"
      />
    </section>
  );
}

/** The right panel of wide screens: who the open private chat is with, otherwise rooms to discover (SH-08, HM-03). */
export function EndPanel() {
  const { username } = useOpenChat();
  if (username !== undefined) {
    return (
      <LazyComponent component={personCard} fallback={<ListSkeleton rows={2} />} failed={renderError}>
        {({ PersonCard }) => <PersonCard key={username} username={username} />}
      </LazyComponent>
    );
  }
  return (
    <LazyComponent component={discover} fallback={<ListSkeleton />} failed={renderError}>
      {({ RoomsPanel }) => <RoomsPanel />}
    </LazyComponent>
  );
}
