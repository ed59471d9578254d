import type { PayeeInput } from '@adda/contract/wallet';
import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import { payeeQuery, refetchWallet, walletRetry } from '../wallet.queries.ts';

/** Requests a payout (PY-07), then refetches the wallet. */
export const requestPayout = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (amount: number) => api('POST /wallet/request-payout', { body: { amount } }),
    // Also on failure: a request made elsewhere may have caused it.
    onSettled: () => refetchWallet(client),
    ...walletRetry,
  });

/** Saves the caller's payee (SV-93). */
export const savePayee = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (input: PayeeInput) => api('POST /wallet/payee', { body: input }),
    onSuccess: ({ payee, payouts_from }) => {
      client.setQueryData(payeeQuery().queryKey, { payee, payouts_from });
    },
    ...walletRetry,
  });
