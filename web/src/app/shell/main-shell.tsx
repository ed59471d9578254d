import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Outlet, useMatch, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useUnreadTotal } from '../../features/direct/index.ts';
import { ChatsTab } from '../../features/rooms/chats-tab.tsx';
import { PlayerHost } from '../../features/video/index.ts';
import { CardSkeleton } from '../../ui/skeletons.tsx';
import { OfflineBanner } from '../../ui/offline-banner.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useIsDesktop } from '../../ui/use-media-query.ts';
import { Wordmark } from '../../ui/wordmark.tsx';
import type { ShellTab } from '../search.ts';
import { ConfirmExit } from './confirm-exit.tsx';
import { usePeopleTabs } from './people-tabs.tsx';
import { LazyHeaderActions, LazyShellNews } from './shell-parts.tsx';
import { TabLinks } from './tab-links.tsx';
import { useBackGuard } from './use-back-guard.ts';
import { useOpenChatMemory } from './use-open-chat-memory.ts';
import { useTabSwitch } from './use-tab-switch.ts';

const loadFeed = () =>
  import('../../features/rooms/list/feed-tab.tsx').then((file) => ({ default: file.FeedTab }));
const loadProfile = () =>
  import('../../features/accounts/profile-tab.tsx').then((file) => ({ default: file.ProfileTab }));
const FeedTab = lazy(loadFeed);
const ProfileTab = lazy(loadProfile);

/** Starts loading a tab that may be opened next. */
function preview(tab: ShellTab): void {
  if (tab === 'feed') void loadFeed();
  if (tab === 'profile') void loadProfile();
}

function TabBody({ tab, isChatOpen }: { tab: ShellTab; isChatOpen: boolean }) {
  const people = usePeopleTabs();
  if (tab === 'chats') return <ChatsTab people={people}>{isChatOpen ? <Outlet /> : undefined}</ChatsTab>;
  return (
    <div className="min-h-0 grow overflow-y-auto">
      <div className="mx-auto w-full max-w-190 px-4 py-6 sm:px-6">
        <Suspense fallback={<CardSkeleton />}>{tab === 'feed' ? <FeedTab /> : <ProfileTab />}</Suspense>
      </div>
    </div>
  );
}

/** The main screen: three tabs (SH-01), a bar at the top from 1024 px and one at the bottom below (SH-02, SH-03). */
export function MainShell() {
  const { t } = useLingui();
  const { tab = 'chats' } = useSearch({ from: '/v1' });
  const room = useMatch({ from: '/v1/group/$groupId', shouldThrow: false });
  const create = useMatch({ from: '/v1/group/create', shouldThrow: false });
  const privateChat = useMatch({ from: '/v1/chat/$username', shouldThrow: false });
  const isDesktop = useIsDesktop();
  const isChatOpen = Boolean(room ?? create ?? privateChat);
  const open: ShellTab = isChatOpen ? 'chats' : tab;
  const { shown, choose } = useTabSwitch(open);
  const guard = useBackGuard(isChatOpen, () => toast.show(t`You can close this tab now. See you soon!`));
  useOpenChatMemory(!isChatOpen && tab === 'chats');
  const unread = useUnreadTotal();
  const badges = {
    chats: { count: unread, label: plural(unread, { one: '# unread message', other: '# unread messages' }) },
  };
  const links = { shown, onChoose: choose, onPreview: preview, badges };
  const hasBars = isDesktop || !isChatOpen;

  return (
    <div className="flex h-dvh flex-col overflow-hidden">
      <a
        href="#main"
        className="sr-only rounded-chip bg-surface p-3 focus:not-sr-only focus:absolute focus:z-10 focus:m-2"
      >
        <Trans>Skip to the content</Trans>
      </a>
      <OfflineBanner />
      {hasBars && (
        <header className="grid h-16 shrink-0 grid-cols-[1fr_auto_1fr] items-center gap-3 border-b border-line bg-surface px-4 lg:px-5">
          <Wordmark className="justify-self-start" />
          {isDesktop ? <TabLinks {...links} place="top" /> : <span />}
          <div className="justify-self-end">
            <LazyHeaderActions />
          </div>
        </header>
      )}
      <PlayerHost />
      <LazyShellNews />
      <main id="main" tabIndex={-1} className="flex min-h-0 grow flex-col outline-none">
        <TabBody tab={open} isChatOpen={isChatOpen} />
      </main>
      {hasBars && !isDesktop && (
        <footer className="shrink-0 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)]">
          <TabLinks {...links} place="bottom" />
        </footer>
      )}
      <ConfirmExit isOpen={guard.isAsking} onStay={guard.stay} onLeave={guard.leave} />
    </div>
  );
}
