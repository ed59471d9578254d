import type { PayeeInput } from '@adda/contract/wallet';
import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import { payeeQuery, rereadWallet, walletRetry } from '../wallet.queries.ts';

/** Asks for coins to be paid out (PY-07); what they leave behind is read again. */
export const requestPayout = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (amount: number) => api('POST /wallet/request-payout', { body: { amount } }),
    // Also after a failure: it may have been about a request that was made elsewhere.
    onSettled: () => rereadWallet(client),
    ...walletRetry,
  });

/** Says where one's payouts go (SV-93). */
export const savePayee = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (input: PayeeInput) => api('POST /wallet/payee', { body: input }),
    onSuccess: ({ payee, payouts_from }) => {
      client.setQueryData(payeeQuery().queryKey, { payee, payouts_from });
    },
    ...walletRetry,
  });
