import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { moneyDialog, useMoneyDialog, type MoneyDialog } from '../../../platform/money-dialog.ts';
import { useSession } from '../../../platform/use-session.ts';
import { Part } from '../../../ui/lazy-part.tsx';
import { fetchCodeFromWallet, moneyParts, prefetchMoney } from './money-parts.ts';

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
        <Part key="wallet" part={moneyParts.wallet} onFailed={close}>
          {({ WalletDialog }) => <WalletDialog opened={opened} onOpen={openFromWallet} onClose={close} />}
        </Part>
      );
    case 'recharge':
      return (
        <Part key="recharge" part={moneyParts.recharge} onFailed={close}>
          {({ RechargeDialog }) => <RechargeDialog onClose={close} />}
        </Part>
      );
    case 'payout':
      return (
        <Part key="payout" part={moneyParts.payout} onFailed={close}>
          {({ PayoutDialog }) => <PayoutDialog onClose={close} />}
        </Part>
      );
    case 'leaderboard':
      return (
        <Part key="leaderboard" part={moneyParts.leaderboard} onFailed={close}>
          {({ LeaderboardDialog }) => <LeaderboardDialog onClose={close} />}
        </Part>
      );
    case 'spin':
      return (
        <Part key="spin" part={moneyParts.spin} onFailed={close}>
          {({ SpinDialog }) => <SpinDialog onClose={close} />}
        </Part>
      );
    case 'ads':
      return (
        <Part key="ads" part={moneyParts.ads} onFailed={close}>
          {({ AdsDialog }) => <AdsDialog onClose={close} />}
        </Part>
      );
    case undefined:
      return null;
  }
}
