import { isGuestName } from '@adda/contract/accounts';
import { useLingui } from '@lingui/react/macro';
import { Ban, Bell, LogOut, Settings } from 'lucide-react';
import { useState } from 'react';
import { ConfirmGuestLogout, logOut } from '../../../features/accounts/index.ts';
import { noticesDialog, useUnreadNotifications } from '../../../features/notifications/index.ts';
import { useAvailability } from '../../../features/settings/index.ts';
import { useSession } from '../../../platform/use-session.ts';
import { Badge } from '../../../ui/badge.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { lazyComponent, LazyComponent } from '../../../ui/lazy-component.tsx';
import { PresenceDot } from '../../../ui/presence-dot.tsx';
import { useIsDesktop } from '../../../ui/use-media-query.ts';
import { tryAgain } from '../../../ui/try-again.tsx';
import { AccountMenu } from './account-menu.tsx';
import { UnreadButton } from './unread-button.tsx';
import { WalletButton } from './wallet-button.tsx';

const blockedPanel = lazyComponent(() => import('../../../features/relations/blocked-users-panel.tsx'));
const settingsPanel = lazyComponent(() => import('../../../features/settings/settings-panel.tsx'));

const dialogs = lazyComponent(() => import('../shell-dialogs.tsx'));

type HeaderDialog = 'blocked' | 'settings' | 'leave';

const iconClasses = 'size-5';

/** Renders the dialog that a header button has opened. */
function OpenDialog({ dialog, onClose }: { dialog: HeaderDialog | undefined; onClose: () => void }) {
  switch (dialog) {
    case 'blocked':
      return (
        <LazyComponent component={blockedPanel} onFailed={onClose}>
          {({ BlockedUsersDialog }) => <BlockedUsersDialog onClose={onClose} />}
        </LazyComponent>
      );
    case 'settings':
      return (
        <LazyComponent component={settingsPanel} onFailed={onClose}>
          {({ SettingsDialog }) => <SettingsDialog onClose={onClose} />}
        </LazyComponent>
      );
    case 'leave':
    case undefined:
      return <ConfirmGuestLogout isOpen={dialog === 'leave'} onCancel={onClose} />;
  }
}

/** Opens the search over everything (SR-02). */
function LazySearchButton() {
  return (
    <LazyComponent component={dialogs} fallback={<span className="inline-block size-11" />} failed={tryAgain}>
      {({ SearchButton }) => <SearchButton />}
    </LazyComponent>
  );
}

/** Beside the tabs at the bottom: the search or, over a chat that fills the screen, the unread messages (PC-02). */
export function FooterButton({ isChatAlone }: { isChatAlone: boolean }) {
  return isChatAlone ? <UnreadButton /> : <LazySearchButton />;
}

/** The bell: opens the operators' notifications and shows how many are unread. */
function NotificationsButton() {
  const { t } = useLingui();
  const count = useUnreadNotifications();
  return (
    <span className="relative">
      <IconButton
        label={t`Notifications`}
        icon={<Bell aria-hidden="true" className="size-5" />}
        onClick={noticesDialog.open}
      />
      <Badge count={count} label={t`${count} new`} className="pointer-events-none absolute -end-1 -top-0.5" />
    </span>
  );
}

/**
 * Shows whether the user accepts messages, green or red: their own choice, independent of the connection
 * . A press changes it (SH-12, SE-03, SE-05, X-18).
 */
function OwnPresence() {
  const { t } = useLingui();
  const { isAvailable, isBusy, toggle } = useAvailability();
  const isOnline = isAvailable !== false;
  const label = isOnline ? t`You're online. Go offline` : t`You're offline. Go online`;
  return (
    <button
      type="button"
      title={label}
      aria-label={label}
      aria-disabled={isBusy || undefined}
      onClick={toggle}
      className="grid size-11 shrink-0 place-items-center rounded-full transition-colors hover:bg-raised"
    >
      <PresenceDot isOwn isOnline={isOnline} className="scale-125" />
    </button>
  );
}

/**
 * The end of the header: the user's availability dot, wallet, unread messages, notifications and, on desktop,
 * the actions that phones have in the menu (SH-12 to SH-18).
 */
export function HeaderActions() {
  const { t } = useLingui();
  const isDesktop = useIsDesktop();
  const username = useSession()?.username ?? '';
  const [dialog, setDialog] = useState<HeaderDialog>();
  const open = (next: HeaderDialog) => () => setDialog(next);
  const leave = () => (isGuestName(username) ? setDialog('leave') : void logOut());
  const button = (label: string, Icon: typeof Ban, onClick: () => void) => (
    <IconButton label={label} icon={<Icon aria-hidden="true" className={iconClasses} />} onClick={onClick} />
  );
  return (
    <div className="flex items-center">
      {isDesktop && <LazySearchButton />}
      <OwnPresence />
      <WalletButton />
      <UnreadButton />
      <NotificationsButton />
      {isDesktop && (
        <>
          {button(t`Blocked users`, Ban, open('blocked'))}
          {button(t`Settings`, Settings, open('settings'))}
          {button(t`Log out`, LogOut, leave)}
        </>
      )}
      <AccountMenu
        hasButtons={isDesktop}
        onBlocked={open('blocked')}
        onSettings={open('settings')}
        onLogOut={leave}
      />
      <OpenDialog dialog={dialog} onClose={() => setDialog(undefined)} />
    </div>
  );
}
