import { Trans, useLingui } from '@lingui/react/macro';
import { withLaterTexts } from '../../../platform/texts.ts';
import { lazyPart, Part } from '../../../ui/lazy-part.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import type { BrowserTab } from '../../../ui/tabbed-browser.tsx';
import { ErrorState } from '../../../ui/view-states.tsx';

// The rooms come first: what is beside them comes when it is shown.
const users = lazyPart(() => withLaterTexts(() => import('../../../features/directory/users-tab.tsx')));
const past = lazyPart(() =>
  withLaterTexts(() => import('../../../features/direct/conversations/history-tab.tsx')),
);

const notLoaded = (retry: () => void) => <ErrorState onRetry={retry} />;
const nothing = () => null;

/** Who there is to talk to, and with whom one has (SH-06, SH-07, SH-51, SH-53, X-53). */
export function usePeopleTabs(): readonly [BrowserTab, BrowserTab] {
  const { t } = useLingui();
  const usersWord = <Trans>Users</Trans>;
  return [
    {
      id: 'users',
      label: t`Users`,
      title: (
        <Part part={users} fallback={usersWord} failed={() => usersWord}>
          {({ UsersTitle }) => <UsersTitle />}
        </Part>
      ),
      action: (
        <Part part={users} failed={nothing}>
          {({ UsersActions }) => <UsersActions />}
        </Part>
      ),
      content: () => (
        <Part part={users} fallback={<ListSkeleton />} failed={notLoaded}>
          {({ UsersTab }) => <UsersTab />}
        </Part>
      ),
    },
    {
      id: 'history',
      label: t`History`,
      title: <Trans>Recent Chats</Trans>,
      action: (
        <Part part={past} failed={nothing}>
          {({ HistoryActions }) => <HistoryActions />}
        </Part>
      ),
      content: () => (
        <Part part={past} fallback={<ListSkeleton />} failed={notLoaded}>
          {({ HistoryTab }) => <HistoryTab />}
        </Part>
      ),
    },
  ];
}
