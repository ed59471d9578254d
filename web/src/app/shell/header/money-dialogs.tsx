import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { moneyDialog, useMoneyDialog, type MoneyDialog } from '../../../platform/money-dialog.ts';
import { useSession } from '../../../platform/use-session.ts';
import { LazyComponent } from '../../../ui/lazy-component.tsx';
import { fetchCodeFromWallet, moneyComponents, prefetchMoney } from './money-components.ts';

/**
 * What is open, and the way back: a dialog that was opened from the wallet leads there again, where the focus is on what
 * opened it.
 */
function useWayBack() {
  const open = useMoneyDialog();
  const [opened, setOpened] = useState<MoneyDialog>();
  const isBack = open === 'wallet';
  // Closed altogether, by a link for example: the next one has come from elsewhere.
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

/** The dialog about coins that is open (SH-32, SH-45 to SH-49), whoever opened it. */
export function MoneyDialogs() {
  const client = useQueryClient();
  const account = useSession()?.username ?? '';
  const { open, opened, openFromWallet, close } = useWayBack();
  useEffect(() => {
    if (open !== undefined) prefetchMoney(client, account, open);
    if (open === 'wallet') fetchCodeFromWallet();
  }, [client, account, open]);
  useEffect(() => moneyDialog.close, []);
  // A key for each: they stand in the same place, and one must not take the other's state for its own.
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
