import { HISTORY_QUICK_PAGE, type Balance } from '@adda/contract/wallet';
import { t } from '@lingui/core/macro';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { toast } from '../../../ui/toast-store.ts';
import { usePayment, type Payment } from '../../payments/index.ts';
import { coinLabel } from '../coin-labels.ts';
import { historyPage, refetchWallet, walletKeys } from '../wallet.queries.ts';
import { recharge, type Recharged, type RechargeRequest } from './recharge-call.ts';

/** The newest history entries, requested after a recharge (RC-15). */
export const quickHistory = () => historyPage(1, HISTORY_QUICK_PAGE);

/** Updates the cached balance, and refetches the rest of the wallet. */
function cacheRecharge(client: QueryClient, { balance }: Recharged): void {
  if (balance !== undefined) {
    client.setQueryData<Balance>(walletKeys.balance, (before) => before && { ...before, balance });
  }
  void refetchWallet(client);
}

/** Buys coins; a toast reports success if the view was closed meanwhile. */
export function useRecharge(): Payment<RechargeRequest, Recharged> {
  const client = useQueryClient();
  return usePayment({
    pay: recharge,
    onPaid: (recharged, isMounted) => {
      cacheRecharge(client, recharged);
      const coins = coinLabel(recharged.coins);
      if (!isMounted) toast.success(t`${coins} are in your wallet.`);
    },
    otherwise: () => t`Failed to create recharge order`,
  });
}
