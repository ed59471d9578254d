import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import { walletKeys, walletRetry } from '../wallet.queries.ts';

/** Hides a line of the own history; balance and ledger stay as they are (WA-14, Q-22). Done when the list is without it. */
export const hideTransaction = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => api('DELETE /wallet/history/:id', { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: walletKeys.history }),
    ...walletRetry,
  });
