import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import { walletKeys, walletRetry } from '../wallet.queries.ts';

/**
 * Hides an entry of the caller's history; balance and ledger stay unchanged (WA-14, Q-22). Resolves once the
 * list is refetched.
 */
export const hideTransaction = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => api('DELETE /wallet/history/:id', { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: walletKeys.history }),
    ...walletRetry,
  });
