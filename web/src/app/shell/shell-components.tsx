import { lazyComponent, LazyComponent } from '../../ui/lazy-component.tsx';
import { tryAgain } from '../../ui/try-again.tsx';

// Not needed to choose a chat and write: these load after the first paint.
const header = lazyComponent(() => import('./header/header-actions.tsx'));
const back = lazyComponent(() => import('./back-guard.tsx'));
const liveUpdates = lazyComponent(() => import('./live/shell-live-updates.tsx'));
const banner = lazyComponent(() => import('../../features/notifications/announcement-banner.tsx'));

/** The buttons at the end of the header (SH-12 to SH-18), loaded lazily. */
export function LazyHeaderActions() {
  return (
    <LazyComponent component={header} fallback={<span className="block h-11" />} failed={tryAgain}>
      {({ HeaderActions }) => <HeaderActions />}
    </LazyComponent>
  );
}

/** The button beside the tabs at the bottom, loaded lazily. */
export function LazyFooterButton(props: { isChatAlone: boolean }) {
  return (
    <LazyComponent component={header} fallback={<span className="block size-11" />} failed={tryAgain}>
      {({ FooterButton }) => <FooterButton {...props} />}
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

/**
 * The bar of a voice message, the live updates of the main screen's connection, the open coin dialog, and the search with its
 * keys, loaded lazily.
 */
export function LazyShellLiveUpdates() {
  return (
    <LazyComponent component={liveUpdates} failed={() => null}>
      {({ ShellDialogs, ShellLiveUpdates, VoiceHost }) => (
        <>
          <VoiceHost />
          <ShellLiveUpdates />
          <ShellDialogs />
        </>
      )}
    </LazyComponent>
  );
}

/** What Back does, loaded lazily: until then nothing was pressed that it could undo. */
export function LazyBackGuard() {
  return (
    <LazyComponent component={back} failed={() => null}>
      {({ BackGuard }) => <BackGuard />}
    </LazyComponent>
  );
}
