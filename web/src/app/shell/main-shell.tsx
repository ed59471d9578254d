import { plural } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Outlet, useNavigate, useRouter } from '@tanstack/react-router';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useUnreadTotal } from '../../features/direct/index.ts';
import { PlayerHost } from '../../features/video/index.ts';
import { openChatUser, openGroupChat } from '../../platform/open-chat.ts';
import { useOpenChat } from '../../platform/use-switch-chat.ts';
import { classNames } from '../../ui/class-names.ts';
import { lazyComponent, LazyComponent } from '../../ui/lazy-component.tsx';
import { CardSkeleton, ListSkeleton } from '../../ui/skeletons.tsx';
import { OfflineBanner } from '../../ui/offline-banner.tsx';
import { useIsDesktop } from '../../ui/use-media-query.ts';
import { ErrorState } from '../../ui/view-states.tsx';
import { Wordmark } from '../../ui/wordmark.tsx';
import type { ShellTab } from '../search.ts';
import { tabCode } from '../tab-code.ts';
import {
  LazyAnnouncements,
  LazyBackGuard,
  LazyFooterButton,
  LazyHeaderActions,
  LazyShellLiveUpdates,
} from './shell-components.tsx';
import { OutsideLinks } from './links/outside-links.tsx';
import { TabLinks } from './tab-links.tsx';
import { useOpenPlace, type OpenPlace } from './use-open-place.ts';
import { TAB_DEBOUNCE_MS } from '@adda/contract/rooms';

/**
 * Switches tabs with the delay of SH-05: only the last of several quick presses counts, and the pressed tab
 * looks open immediately. Leaving the chats tab closes the open chat, because the address changes (SH-04).
 * Pressing the tab of an open page goes from another user's profile or a post to the feed, and from a chat
 * that fills the screen (`isChatAlone`: on phones) back to the lists. Each tab is a place of the history (HM-10).
 */
export function useTabSwitch({ tab: open, kind }: Pick<OpenPlace, 'tab' | 'kind'>, isChatAlone = false) {
  const navigate = useNavigate();
  const { history } = useRouter();
  const [pressed, setPressed] = useState<ShellTab>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const choose = (tab: ShellTab) => {
    clearTimeout(timer.current);
    setPressed(tab);
    timer.current = setTimeout(() => {
      setPressed(undefined);
      const isAlreadyOpen = tab === open && !isChatAlone && (kind !== 'page' || tab === 'profile');
      // A press on the open tab of the chats leads to its beginning, from another list or filter.
      const isElsewhere = tab === 'chats' && kind === 'tab' && history.location.search !== '';
      if (isAlreadyOpen && !isElsewhere) return;
      void navigate({ to: '/v1', search: tab === 'chats' ? {} : { tab }, ignoreBlocker: true });
    }, TAB_DEBOUNCE_MS);
  };
  return { shown: pressed ?? open, choose };
}

/** Content of the three tabs (SH-01); closed tabs are loaded lazily. */
export const tabComponents = {
  chats: lazyComponent(tabCode.chats),
  feed: lazyComponent(tabCode.feed),
  profile: lazyComponent(tabCode.profile),
};

/** Preloads a tab that may open next. */
function preview(tab: ShellTab): void {
  void tabComponents[tab].load().catch(() => undefined); // reported when the tab opens
}

const renderError = (retry: () => void) => <ErrorState onRetry={retry} />;

/** Renders the content of the feed or profile tab. */
function OwnTab({ tab }: { tab: 'feed' | 'profile' }) {
  const states = { fallback: <CardSkeleton />, failed: renderError };
  return tab === 'feed' ? (
    <LazyComponent component={tabComponents.feed} {...states}>
      {({ FeedTab }) => <FeedTab />}
    </LazyComponent>
  ) : (
    <LazyComponent component={tabComponents.profile} {...states}>
      {({ ProfileTab }) => <ProfileTab />}
    </LazyComponent>
  );
}

function Body({ place: { tab, kind, key } }: { place: OpenPlace }) {
  if (tab === 'chats') {
    return (
      <LazyComponent
        component={tabComponents.chats}
        fallback={<ListSkeleton rows={7} />}
        failed={renderError}
      >
        {({ Chats }) => <Chats>{kind === 'chat' ? <Outlet /> : undefined}</Chats>}
      </LazyComponent>
    );
  }
  const isFeed = tab === 'feed' && kind === 'tab';
  return (
    // Each place scrolls on its own, so a new place starts at its top.
    <div key={key} className={classNames('min-h-0 grow overflow-y-auto', isFeed && 'scroll-pt-20')}>
      <div
        className={classNames(
          'mx-auto w-full px-4 sm:px-6',
          isFeed ? 'max-w-190 min-[68.75rem]:max-w-272 pb-6' : 'py-6',
          !isFeed && (tab ? 'max-w-190' : 'max-w-240'),
        )}
      >
        {kind === 'page' || tab === undefined ? (
          <Suspense fallback={<CardSkeleton />}>
            <Outlet />
          </Suspense>
        ) : (
          <OwnTab tab={tab} />
        )}
      </div>
    </div>
  );
}

/**
 * Reopens the remembered chat when the main screen is loaded (SH-58, SH-59), unless the address names a list or filter of the
 * chats: then that was asked for, and the chat may be one that another tab keeps open. The chat stores itself.
 */
export function useReopenChat({ tab, kind }: Pick<OpenPlace, 'tab' | 'kind'>): void {
  const navigate = useNavigate();
  const { history } = useRouter();
  const isAtStart = tab === 'chats' && kind === 'tab' && history.location.search === '';
  const isFirst = useRef(true);
  const { groupId, username } = useOpenChat();
  useEffect(() => {
    const isFresh = isFirst.current && isAtStart;
    isFirst.current = false;
    const options = { replace: true, ignoreBlocker: true } as const;
    const group = openGroupChat.get();
    const user = openChatUser.get();
    if (isFresh && group !== null) {
      void navigate({ to: '/v1/group/$groupId', params: { groupId: group }, ...options });
    } else if (isFresh && user !== null) {
      void navigate({ to: '/v1/chat/$username', params: { username: user }, ...options });
    } else {
      if (groupId === undefined) openGroupChat.clear();
      if (username === undefined) openChatUser.clear();
    }
  }, [groupId, username, isAtStart, navigate]);
}

/**
 * The main screen: three tabs (SH-01), a bar at the top from 1024 px and at the bottom below that, also while
 * a chat is open (SH-02, SH-03, PC-02).
 */
export function MainShell() {
  const place = useOpenPlace();
  const isDesktop = useIsDesktop();
  const isChatAlone = place.kind === 'chat' && !isDesktop;
  const { shown, choose } = useTabSwitch(place, isChatAlone);
  useReopenChat(place);
  const unread = useUnreadTotal();
  const badges = {
    // Without a number no text is formed: the first one loads the browser's number formats.
    chats: {
      count: unread,
      label: unread > 0 ? plural(unread, { one: '# unread message', other: '# unread messages' }) : '',
    },
  };
  const links = { shown, onChoose: choose, onPreview: preview, badges };

  return (
    <div className="flex h-dvh flex-col overflow-hidden">
      <a
        href="#main"
        className="sr-only rounded-chip bg-surface p-3 focus:not-sr-only focus:absolute focus:z-10 focus:m-2"
      >
        <Trans>Skip to the content</Trans>
      </a>
      <OfflineBanner />
      <LazyAnnouncements />
      {!isChatAlone && (
        // The tabs are in the middle of the window, so that nothing beside them moves them (HM-08).
        <header className="grid h-16 shrink-0 grid-cols-[1fr_auto_auto] items-center gap-x-1 border-b border-line bg-surface px-4 lg:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] lg:gap-x-3 lg:px-5">
          <Wordmark className="justify-self-start overflow-hidden max-[24rem]:[&>span]:hidden" />
          {isDesktop ? <TabLinks {...links} place="top" /> : <span />}
          <div className="justify-self-end">
            <LazyHeaderActions />
          </div>
        </header>
      )}
      <PlayerHost />
      <LazyShellLiveUpdates />
      <OutsideLinks />
      <main id="main" tabIndex={-1} className="flex min-h-0 grow flex-col outline-none">
        <Body place={place} />
      </main>
      {!isDesktop && (
        <footer
          className={classNames(
            'flex shrink-0 items-center border-t border-line bg-surface pb-[env(safe-area-inset-bottom)]',
            // There is no room for the bar while the on-screen keyboard is open.
            isChatAlone && 'in-[html:has(textarea:focus)]:[@media(height<34rem)]:hidden',
          )}
        >
          <div className="min-w-0 grow">
            <TabLinks {...links} place="bottom" />
          </div>
          <div className="grid px-3">
            <LazyFooterButton isChatAlone={isChatAlone} />
          </div>
        </footer>
      )}
      <LazyBackGuard />
    </div>
  );
}
