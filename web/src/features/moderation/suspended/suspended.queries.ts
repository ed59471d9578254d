import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import type { SuspendedProof } from '../../../platform/suspended-proof.ts';

/** Address in the query cache. It holds no proof: a password belongs into no key. */
export const suspensionKey = ['suspension'] as const;

/** Why the account is suspended (SV-50). Every question counts as a try to log in, so it is asked only when needed. */
export const suspensionOf = (proof: SuspendedProof) =>
  queryOptions({
    queryKey: suspensionKey,
    queryFn: ({ signal }) => api('POST /auth/suspension', { body: proof, signal }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** Asks for another look at the suspension, then reads how it stands. */
export async function appealSuspension(
  client: QueryClient,
  proof: SuspendedProof,
  text: string,
): Promise<void> {
  await api('POST /auth/suspension/appeal', { body: { ...proof, text } });
  await client.invalidateQueries({ queryKey: suspensionKey });
}
