import { displayedName } from '@adda/contract/accounts';
import type { PrivateMessage } from '@adda/contract/direct';
import type { Notification } from '@adda/contract/notifications';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { unreadCount } from '../../../features/direct/index.ts';
import { noticesDialog, notificationTitle, useNoticesDialog } from '../../../features/notifications/index.ts';
import { alertUser } from '../../../features/settings/index.ts';
import { moneyDialog, useMoneyDialog } from '../../../platform/money-dialog.ts';
import { useOpenChat, useSwitchChat } from '../../../platform/use-switch-chat.ts';
import { useSession } from '../../../platform/use-session.ts';
import { toast } from '../../../ui/toast-store.ts';
import { Notices } from './notices.tsx';
import { useCountInTitle } from './use-count-in-title.ts';
import { useShellConnection } from './use-shell-connection.ts';

/**
 * Applies live updates while the main screen is open: counts, lists, alert sound, toasts. Shows operators'
 * notifications.
 */
export function ShellLiveUpdates() {
  const { t } = useLingui();
  const account = useSession()?.username;
  const switchChat = useSwitchChat();
  const { username: openUser } = useOpenChat();
  const openMoney = useMoneyDialog();
  const isListOpen = useNoticesDialog();
  const { data } = useQuery({ ...unreadCount, enabled: account !== undefined });
  useCountInTitle(data?.total ?? 0);

  const onMessage = ({ sender }: PrivateMessage) => {
    if (sender === openUser && !document.hidden) return;
    alertUser();
    if (document.hidden) return;
    const name = displayedName(sender);
    toast.show(t`New message from ${name}`, {
      action: { label: t`Open`, onPress: () => switchChat({ username: sender }) },
    });
  };
  const onCoins = (coins: number) => {
    // An open coin dialog shows its own result.
    if (openMoney !== undefined || document.hidden) return;
    toast.show(plural(coins, { one: 'You got # coin.', other: 'You got # coins.' }), {
      action: { label: t`Wallet`, onPress: () => moneyDialog.open('wallet') },
    });
  };
  const onNotification = ({ kind }: Notification) => {
    // The open list already shows it.
    if (isListOpen) return;
    const action = { label: t`Read`, onPress: noticesDialog.open };
    const isImportant = kind === 'warning' || kind === 'content_removed';
    toast.show(notificationTitle(kind), { tone: isImportant ? 'problem' : 'info', action });
  };
  const handlers = { openUser: () => openUser, onMessage, onMoreUnread: alertUser, onCoins, onNotification };
  useShellConnection(handlers);
  return <Notices />;
}
