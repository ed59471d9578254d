import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { ChatsTab } from '../../../features/rooms/chats-tab.tsx';
import { lazyComponent, LazyComponent } from '../../../ui/lazy-component.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import type { BrowserTab } from '../../../ui/tabbed-browser.tsx';
import { ErrorState } from '../../../ui/view-states.tsx';

// The rooms load first: the other tabs load when they are shown.
const users = lazyComponent(() => import('../../../features/directory/users-tab.tsx'));
const history = lazyComponent(() => import('../../../features/direct/conversations/history-tab.tsx'));

const firstVisit = lazyComponent(() => import('./first-visit.tsx'));

const renderError = (retry: () => void) => <ErrorState onRetry={retry} />;
const renderNothing = () => null;

/** The Users and History tabs (SH-06, SH-07, SH-51, SH-53, X-53). */
function usePeopleTabs(): readonly [BrowserTab, BrowserTab] {
  const { t } = useLingui();
  const usersLabel = <Trans>Users</Trans>;
  return [
    {
      id: 'users',
      label: t`Users`,
      title: (
        <LazyComponent component={users} fallback={usersLabel} failed={() => usersLabel}>
          {({ UsersTitle }) => <UsersTitle />}
        </LazyComponent>
      ),
      action: (
        <LazyComponent component={users} failed={renderNothing}>
          {({ UsersActions }) => <UsersActions />}
        </LazyComponent>
      ),
      content: () => (
        <LazyComponent component={users} fallback={<ListSkeleton />} failed={renderError}>
          {({ UsersTab }) => <UsersTab />}
        </LazyComponent>
      ),
    },
    {
      id: 'history',
      label: t`History`,
      title: <Trans>Recent Chats</Trans>,
      action: (
        <LazyComponent component={history} failed={renderNothing}>
          {({ HistoryActions }) => <HistoryActions />}
        </LazyComponent>
      ),
      content: () => (
        <LazyComponent component={history} fallback={<ListSkeleton />} failed={renderError}>
          {({ HistoryTab }) => <HistoryTab />}
        </LazyComponent>
      ),
    },
  ];
}

const renderFirstVisit = (level: 1 | 2) => (
  <LazyComponent component={firstVisit} fallback={<ListSkeleton rows={3} />} failed={renderError}>
    {({ FirstVisit }) => <FirstVisit level={level} />}
  </LazyComponent>
);

/**
 * The chats tab with the people panels next to the rooms; `children` is the open chat, undefined if none is
 * open.
 */
export function Chats({ children }: { children: ReactNode }) {
  return (
    <ChatsTab people={usePeopleTabs()} firstVisit={renderFirstVisit}>
      {children}
    </ChatsTab>
  );
}
