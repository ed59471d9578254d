import { useLingui } from '@lingui/react/macro';
import { Bell } from 'lucide-react';
import { activityDialog, useUnreadActivity } from '../../../features/activity/index.ts';
import { Badge } from '../../../ui/badge.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useIsDesktop } from '../../../ui/use-media-query.ts';
import { SearchButton } from '../shell-dialogs.tsx';
import { AccountMenu } from './account-menu.tsx';
import { UnreadButton } from './unread-button.tsx';
import { WalletButton } from './wallet-button.tsx';

/** Beside the tabs at the bottom: the search or, over a chat that fills the screen, the unread messages (PC-02). */
export function FooterButton({ isChatAlone }: { isChatAlone: boolean }) {
  return isChatAlone ? <UnreadButton /> : <SearchButton />;
}

/** The bell: opens what happened to the user, and shows how much of it is unread (NT-02). */
function NotificationsButton() {
  const { t } = useLingui();
  const count = useUnreadActivity();
  return (
    <span className="relative">
      <IconButton
        label={t`Notifications`}
        icon={<Bell aria-hidden="true" className="size-5" />}
        onClick={activityDialog.open}
      />
      <Badge count={count} label={t`${count} new`} className="pointer-events-none absolute -end-1 -top-0.5" />
    </span>
  );
}

/** The end of the header: search, unread messages, notifications, coins and the account (SH-12 to SH-18, HM-08). */
export function HeaderActions() {
  const isDesktop = useIsDesktop();
  return (
    <div className="flex items-center">
      {isDesktop && <SearchButton />}
      <UnreadButton />
      <NotificationsButton />
      <WalletButton />
      <AccountMenu />
    </div>
  );
}
