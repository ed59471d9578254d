import { lazyComponent, LazyComponent } from '../../ui/lazy-component.tsx';
import { tryAgain } from '../../ui/try-again.tsx';
import type { ConfirmExitProps } from './confirm-exit.tsx';

// Not needed to choose a chat and write: these load after the first paint.
const header = lazyComponent(() => import('./header/header-actions.tsx'));
const unread = lazyComponent(() => import('./header/unread-button.tsx'));
const exit = lazyComponent(() => import('./confirm-exit.tsx'));
const liveUpdates = lazyComponent(() => import('./live/shell-live-updates.tsx'));
const banner = lazyComponent(() => import('../../features/notifications/announcement-banner.tsx'));
const money = lazyComponent(() => import('./header/money-dialogs.tsx'));

/** The buttons at the end of the header (SH-12 to SH-18), loaded lazily. */
export function LazyHeaderActions() {
  return (
    <LazyComponent component={header} fallback={<span className="block h-11" />} failed={tryAgain}>
      {({ HeaderActions }) => <HeaderActions />}
    </LazyComponent>
  );
}

/** The unread button for screens without a header (PC-02), loaded lazily. */
export function LazyUnreadButton() {
  return (
    <LazyComponent component={unread} fallback={<span className="size-11" />} failed={tryAgain}>
      {({ UnreadButton }) => <UnreadButton />}
    </LazyComponent>
  );
}

/** The operators' announcements, loaded lazily. */
export function LazyAnnouncements() {
  return (
    <LazyComponent component={banner} failed={() => null}>
      {({ AnnouncementBanner }) => <AnnouncementBanner />}
    </LazyComponent>
  );
}

/** The live updates of the main screen's connection, loaded lazily. */
export function LazyShellLiveUpdates() {
  return (
    <LazyComponent component={liveUpdates} failed={() => null}>
      {({ ShellLiveUpdates }) => <ShellLiveUpdates />}
    </LazyComponent>
  );
}

/** The open coin dialog, loaded lazily; also over a chat, where there is no header. */
export function LazyMoneyDialogs() {
  return (
    <LazyComponent component={money} failed={() => null}>
      {({ MoneyDialogs }) => <MoneyDialogs />}
    </LazyComponent>
  );
}

/** The exit confirmation (SH-11), loaded lazily. */
export function LazyConfirmExit(props: ConfirmExitProps) {
  return (
    props.isOpen && (
      <LazyComponent component={exit} onFailed={props.onStay}>
        {({ ConfirmExit }) => <ConfirmExit {...props} />}
      </LazyComponent>
    )
  );
}
