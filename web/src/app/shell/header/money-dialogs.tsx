import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { moneyDialog, useMoneyDialog, type MoneyDialog } from '../../../platform/money-dialog.ts';
import { useSession } from '../../../platform/use-session.ts';
import { LazyComponent } from '../../../ui/lazy-component.tsx';
import { preloadWalletDialogs, moneyComponents, prefetchMoney } from './money-components.ts';

/**
 * Tracks the open dialog and whether it was opened from the wallet: closing it then returns to the wallet,
 * with the focus on the button that opened it.
 */
function useWayBack() {
  const open = useMoneyDialog();
  const [opened, setOpened] = useState<MoneyDialog>();
  const isBack = open === 'wallet';
  // Everything was closed, for example by a link: the next dialog has another origin.
  if (open === undefined && opened !== undefined) setOpened(undefined);
  return {
    open,
    opened,
    openFromWallet: (dialog: MoneyDialog) => {
      setOpened(dialog);
      moneyDialog.open(dialog);
    },
    close: () => (opened === undefined || isBack ? moneyDialog.close() : moneyDialog.open('wallet')),
  };
}

/** Renders the open coin dialog (SH-32, SH-45 to SH-49), wherever it was opened from. */
export function MoneyDialogs() {
  const client = useQueryClient();
  const account = useSession()?.username ?? '';
  const { open, opened, openFromWallet, close } = useWayBack();
  useEffect(() => {
    if (open !== undefined) prefetchMoney(client, account, open);
    if (open === 'wallet') preloadWalletDialogs();
  }, [client, account, open]);
  useEffect(() => moneyDialog.close, []);
  // Each dialog needs its own key: they share a position in the tree, and React would reuse state between
  // them.
  switch (open) {
    case 'wallet':
      return (
        <LazyComponent key="wallet" component={moneyComponents.wallet} onFailed={close}>
          {({ WalletDialog }) => <WalletDialog opened={opened} onOpen={openFromWallet} onClose={close} />}
        </LazyComponent>
      );
    case 'recharge':
      return (
        <LazyComponent key="recharge" component={moneyComponents.recharge} onFailed={close}>
          {({ RechargeDialog }) => <RechargeDialog onClose={close} />}
        </LazyComponent>
      );
    case 'payout':
      return (
        <LazyComponent key="payout" component={moneyComponents.payout} onFailed={close}>
          {({ PayoutDialog }) => <PayoutDialog onClose={close} />}
        </LazyComponent>
      );
    case 'leaderboard':
      return (
        <LazyComponent key="leaderboard" component={moneyComponents.leaderboard} onFailed={close}>
          {({ LeaderboardDialog }) => <LeaderboardDialog onClose={close} />}
        </LazyComponent>
      );
    case 'spin':
      return (
        <LazyComponent key="spin" component={moneyComponents.spin} onFailed={close}>
          {({ SpinDialog }) => <SpinDialog onClose={close} />}
        </LazyComponent>
      );
    case 'ads':
      return (
        <LazyComponent key="ads" component={moneyComponents.ads} onFailed={close}>
          {({ AdsDialog }) => <AdsDialog onClose={close} />}
        </LazyComponent>
      );
    case undefined:
      return null;
  }
}
