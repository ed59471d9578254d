import { shownName } from '@adda/contract/accounts';
import type { PrivateMessage } from '@adda/contract/direct';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { unreadCount } from '../../../features/direct/index.ts';
import { alertPerson } from '../../../features/settings/index.ts';
import { moneyDialog, useMoneyDialog } from '../../../platform/money-dialog.ts';
import { useOpenChat, useSwitchChat } from '../../../platform/use-switch-chat.ts';
import { useSession } from '../../../platform/use-session.ts';
import { toast } from '../../../ui/toast-store.ts';
import { useCountInTitle } from './use-count-in-title.ts';
import { useShellConnection } from './use-shell-connection.ts';

/** Follows what happens while the main screen is open: counts, lists, a sound, a quiet word. Shows nothing itself. */
export function ShellNews() {
  const { t } = useLingui();
  const account = useSession()?.username;
  const switchChat = useSwitchChat();
  const { username: openUser } = useOpenChat();
  const openMoney = useMoneyDialog();
  const { data } = useQuery({ ...unreadCount, enabled: account !== undefined });
  useCountInTitle(data?.total ?? 0);

  const onMessage = ({ sender }: PrivateMessage) => {
    if (sender === openUser && !document.hidden) return;
    alertPerson();
    if (document.hidden) return;
    const name = shownName(sender);
    toast.show(t`New message from ${name}`, {
      action: { label: t`Open`, onPress: () => switchChat({ username: sender }) },
    });
  };
  const onCoins = (coins: number) => {
    // A dialog about coins says by itself what it brought.
    if (openMoney !== undefined || document.hidden) return;
    toast.show(plural(coins, { one: 'You got # coin.', other: 'You got # coins.' }), {
      action: { label: t`Wallet`, onPress: () => moneyDialog.open('wallet') },
    });
  };
  useShellConnection({ openUser: () => openUser, onMessage, onMoreUnread: alertPerson, onCoins });
  return null;
}
