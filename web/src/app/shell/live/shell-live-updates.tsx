import { displayedName } from '@adda/contract/accounts';
import type { PrivateMessage } from '@adda/contract/direct';
import type { Notification } from '@adda/contract/notifications';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { unreadCount } from '../../../features/direct/index.ts';
import { activityDialog, useActivityDialog } from '../../../features/activity/index.ts';
import { notificationTitle } from '../../../features/notifications/index.ts';
import { alertUser } from '../../../features/settings/index.ts';
import { moneyDialog, useMoneyDialog } from '../../../platform/money-dialog.ts';
import { useOpenChat, useSwitchChat } from '../../../platform/use-switch-chat.ts';
import { useSession } from '../../../platform/use-session.ts';
import { lazyComponent, LazyComponent } from '../../../ui/lazy-component.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useShellConnection } from './use-shell-connection.ts';

/** In the same lazy file: a file of its own would cost more than its code. */
export { VoiceHost } from '../../../features/messages/index.ts';
export { ShellDialogs } from '../shell-dialogs.tsx';

const activity = lazyComponent(() => import('../../../features/activity/activity-dialog.tsx'));
const appealDialog = lazyComponent(() => import('../../../features/moderation/appeal/appeal-dialog.tsx'));

/** What happened while it is open and, on top of it, the decision that a notification refers to. */
function Activity() {
  const isOpen = useActivityDialog();
  const [sanctionId, setSanctionId] = useState<string>();
  const closeDecision = () => setSanctionId(undefined);
  useEffect(() => activityDialog.close, []);
  return (
    <>
      {isOpen && (
        <LazyComponent component={activity} onFailed={activityDialog.close}>
          {({ ActivityDialog }) => (
            <ActivityDialog onDecision={setSanctionId} onClose={activityDialog.close} />
          )}
        </LazyComponent>
      )}
      {sanctionId !== undefined && (
        <LazyComponent component={appealDialog} onFailed={closeDecision}>
          {({ AppealDialog }) => <AppealDialog sanctionId={sanctionId} onClose={closeDecision} />}
        </LazyComponent>
      )}
    </>
  );
}

const COUNT_IN_TITLE = /^\(\d+\) /;

/** Adds the unread count to the page title, so that the browser tab shows it: '(3) Adda'. */
function useCountInTitle(count: number): void {
  useEffect(() => {
    const title = document.title.replace(COUNT_IN_TITLE, '');
    document.title = count > 0 ? `(${count}) ${title}` : title;
    return () => {
      document.title = document.title.replace(COUNT_IN_TITLE, '');
    };
  }, [count]);
}

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
  const isListOpen = useActivityDialog();
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
    const action = { label: t`Read`, onPress: activityDialog.open };
    const isImportant = kind === 'warning' || kind === 'content_removed';
    toast.show(notificationTitle(kind), { tone: isImportant ? 'problem' : 'info', action });
  };
  const handlers = { onMessage, onMoreUnread: alertUser, onCoins, onNotification };
  useShellConnection(handlers);
  return <Activity />;
}
