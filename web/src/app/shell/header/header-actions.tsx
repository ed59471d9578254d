import { isGuestName } from '@adda/contract/accounts';
import { useLingui } from '@lingui/react/macro';
import { Ban, LogOut, Settings } from 'lucide-react';
import { useState } from 'react';
import { ConfirmGuestLogout, logOut } from '../../../features/accounts/index.ts';
import { useSession } from '../../../platform/use-session.ts';
import { withShellTexts, withDialogTexts } from '../../../platform/texts.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { lazyComponent, LazyComponent } from '../../../ui/lazy-component.tsx';
import { useIsDesktop } from '../../../ui/use-media-query.ts';
import { AccountMenu } from './account-menu.tsx';
import { NotificationsButton } from './notifications-button.tsx';
import { OwnPresence } from './own-presence.tsx';
import { UnreadButton } from './unread-button.tsx';
import { WalletButton } from './wallet-button.tsx';

const blockedPanel = lazyComponent(() =>
  withDialogTexts(() => import('../../../features/relations/blocked-users-panel.tsx')),
);
const settingsPanel = lazyComponent(() =>
  withShellTexts(() => import('../../../features/settings/settings-panel.tsx')),
);

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
