import { withLaterTexts } from '../../platform/texts.ts';
import { lazyComponent, LazyComponent } from '../../ui/lazy-component.tsx';
import { tryAgain } from '../../ui/try-again.tsx';
import type { ConfirmExitProps } from './confirm-exit.tsx';

// Not needed for choosing and talking: these come after the first paint.
const header = lazyComponent(() => withLaterTexts(() => import('./header/header-actions.tsx')));
const unread = lazyComponent(() => withLaterTexts(() => import('./header/unread-button.tsx')));
const exit = lazyComponent(() => import('./confirm-exit.tsx'));
const news = lazyComponent(() => withLaterTexts(() => import('./live/shell-live-updates.tsx')));
const banner = lazyComponent(() =>
  withLaterTexts(() => import('../../features/notifications/announcement-banner.tsx')),
);
const money = lazyComponent(() => import('./header/money-dialogs.tsx'));

/** The buttons at the end of the header (SH-12 to SH-18). */
export function LazyHeaderActions() {
  return (
    <LazyComponent component={header} fallback={<span className="block h-11" />} failed={tryAgain}>
      {({ HeaderActions }) => <HeaderActions />}
    </LazyComponent>
  );
}

/** The way to unread messages, where there is no header (PC-02). */
export function LazyUnreadButton() {
  return (
    <LazyComponent component={unread} fallback={<span className="size-11" />} failed={tryAgain}>
      {({ UnreadButton }) => <UnreadButton />}
    </LazyComponent>
  );
}

/** What the operators tell everybody. */
export function LazyAnnouncements() {
  return (
    <LazyComponent component={banner} failed={() => null}>
      {({ AnnouncementBanner }) => <AnnouncementBanner />}
    </LazyComponent>
  );
}

/** What follows the news of the main screen's connection. */
export function LazyShellNews() {
  return (
    <LazyComponent component={news} failed={() => null}>
      {({ ShellLiveUpdates }) => <ShellLiveUpdates />}
    </LazyComponent>
  );
}

/** What is open of the dialogs about coins, also over a chat, where there is no header. */
export function LazyMoneyDialogs() {
  return (
    <LazyComponent component={money} failed={() => null}>
      {({ MoneyDialogs }) => <MoneyDialogs />}
    </LazyComponent>
  );
}

/** Asks before somebody leaves (SH-11). */
export function LazyConfirmExit(props: ConfirmExitProps) {
  return (
    props.isOpen && (
      <LazyComponent component={exit} onFailed={props.onStay}>
        {({ ConfirmExit }) => <ConfirmExit {...props} />}
      </LazyComponent>
    )
  );
}
