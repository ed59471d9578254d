import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import type { SuspendedProof } from '../../../platform/suspended-proof.ts';

/** Query key. It contains no proof: a password must not be part of a key. */
export const suspensionKey = ['suspension'] as const;

/**
 * The reason of the suspension (SV-50). Every request counts as a login attempt, so it is fetched only when
 * needed.
 */
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

/** Sends the appeal against the suspension, then refetches its state. */
export async function appealSuspension(
  client: QueryClient,
  proof: SuspendedProof,
  text: string,
): Promise<void> {
  await api('POST /auth/suspension/appeal', { body: { ...proof, text } });
  await client.invalidateQueries({ queryKey: suspensionKey });
}
