import { isGuestName } from '@adda/contract/accounts';
import { useLingui } from '@lingui/react/macro';
import { Ban, Inbox, LogOut, Settings } from 'lucide-react';
import { useState } from 'react';
import { LeaveForGood, logOut } from '../../../features/accounts/index.ts';
import { useUnreadTotal } from '../../../features/direct/index.ts';
import { useSwitchChat } from '../../../platform/use-switch-chat.ts';
import { useSession } from '../../../platform/use-session.ts';
import { withLaterTexts, withOpenedTexts } from '../../../platform/texts.ts';
import { Badge } from '../../../ui/badge.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { lazyPart, Part } from '../../../ui/lazy-part.tsx';
import { useIsDesktop } from '../../../ui/use-media-query.ts';
import { AccountMenu } from './account-menu.tsx';
import { NotificationsButton } from './notifications-button.tsx';
import { OwnPresence } from './own-presence.tsx';
import { WalletButton } from './wallet-button.tsx';

const unreadPanel = lazyPart(() =>
  withLaterTexts(() => import('../../../features/direct/unread/unread-panel.tsx')),
);
const blockedPanel = lazyPart(() =>
  withOpenedTexts(() => import('../../../features/relations/blocked-users-panel.tsx')),
);
const settingsPanel = lazyPart(() =>
  withLaterTexts(() => import('../../../features/settings/settings-panel.tsx')),
);

type HeaderDialog = 'unread' | 'blocked' | 'settings' | 'leave';

const iconClasses = 'size-5';

/** The dialog that a button of the header opened. */
function OpenDialog({ dialog, onClose }: { dialog: HeaderDialog | undefined; onClose: () => void }) {
  const switchChat = useSwitchChat();
  switch (dialog) {
    case 'unread':
      return (
        <Part part={unreadPanel} onFailed={onClose}>
          {({ UnreadDialog }) => <UnreadDialog onClose={onClose} onOpen={switchChat} />}
        </Part>
      );
    case 'blocked':
      return (
        <Part part={blockedPanel} onFailed={onClose}>
          {({ BlockedUsersDialog }) => <BlockedUsersDialog onClose={onClose} />}
        </Part>
      );
    case 'settings':
      return (
        <Part part={settingsPanel} onFailed={onClose}>
          {({ SettingsDialog }) => <SettingsDialog onClose={onClose} />}
        </Part>
      );
    case 'leave':
    case undefined:
      return <LeaveForGood isOpen={dialog === 'leave'} onCancel={onClose} />;
  }
}

function UnreadButton({ onPress }: { onPress: () => void }) {
  const { t } = useLingui();
  const count = useUnreadTotal();
  return (
    <span className="relative">
      <IconButton
        label={t`Unread messages`}
        icon={<Inbox aria-hidden="true" className={iconClasses} />}
        onClick={onPress}
      />
      <Badge
        count={count}
        label={t`${count} unread`}
        className="pointer-events-none absolute -end-1 -top-0.5"
      />
    </span>
  );
}

/** The end of the header: one's own dot, the wallet, unread messages, notifications and, on desktop, what phones have in the menu (SH-12 to SH-18). */
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
      <UnreadButton onPress={open('unread')} />
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
