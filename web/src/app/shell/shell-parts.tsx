import { withLaterTexts } from '../../platform/texts.ts';
import { lazyPart, Part } from '../../ui/lazy-part.tsx';
import { tryAgain } from '../../ui/try-again.tsx';
import type { ConfirmExitProps } from './confirm-exit.tsx';

// Not needed for choosing and talking: these come after the first paint.
const header = lazyPart(() => withLaterTexts(() => import('./header/header-actions.tsx')));
const unread = lazyPart(() => withLaterTexts(() => import('./header/unread-button.tsx')));
const exit = lazyPart(() => import('./confirm-exit.tsx'));
const news = lazyPart(() => withLaterTexts(() => import('./news/shell-news.tsx')));
const banner = lazyPart(() =>
  withLaterTexts(() => import('../../features/notifications/announcement-banner.tsx')),
);
const money = lazyPart(() => import('./header/money-dialogs.tsx'));

/** The buttons at the end of the header (SH-12 to SH-18). */
export function LazyHeaderActions() {
  return (
    <Part part={header} fallback={<span className="block h-11" />} failed={tryAgain}>
      {({ HeaderActions }) => <HeaderActions />}
    </Part>
  );
}

/** The way to unread messages, where there is no header (PC-02). */
export function LazyUnreadButton() {
  return (
    <Part part={unread} fallback={<span className="size-11" />} failed={tryAgain}>
      {({ UnreadButton }) => <UnreadButton />}
    </Part>
  );
}

/** What the operators tell everybody. */
export function LazyAnnouncements() {
  return (
    <Part part={banner} failed={() => null}>
      {({ AnnouncementBanner }) => <AnnouncementBanner />}
    </Part>
  );
}

/** What follows the news of the main screen's connection. */
export function LazyShellNews() {
  return (
    <Part part={news} failed={() => null}>
      {({ ShellNews }) => <ShellNews />}
    </Part>
  );
}

/** What is open of the dialogs about coins, also over a chat, where there is no header. */
export function LazyMoneyDialogs() {
  return (
    <Part part={money} failed={() => null}>
      {({ MoneyDialogs }) => <MoneyDialogs />}
    </Part>
  );
}

/** Asks before somebody leaves (SH-11). */
export function LazyConfirmExit(props: ConfirmExitProps) {
  return (
    props.isOpen && (
      <Part part={exit} onFailed={props.onStay}>
        {({ ConfirmExit }) => <ConfirmExit {...props} />}
      </Part>
    )
  );
}
