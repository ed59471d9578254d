import { isGuestName } from '@adda/contract/accounts';
import { t } from '@lingui/core/macro';
import {
  mutationOptions,
  useIsMutating,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { api, type CallOutput } from '../../platform/api.ts';
import { session } from '../../platform/session.ts';
import { useSession } from '../../platform/use-session.ts';
import { toast } from '../../ui/toast-store.ts';
import { meQuery } from '../accounts/index.ts';

const mutationKey = ['availability'] as const;

/** Returns why the change was rolled back, in the texts of SE-10 to SE-17. */
export function availabilityProblem(error: unknown): string {
  if (!(error instanceof ApiError)) {
    return error instanceof Error && error.message !== ''
      ? error.message
      : t`Error updating messaging availability`;
  }
  if (error.status === 429) return t`Too many requests, please try again later`;
  if (error.status === 401) return t`Session expired, please log in again`;
  if (error.status === 403) return t`Guest users cannot update settings`;
  if (error.status === 400) return t`No changes made or user not found`;
  return error.detail || t`Error updating messaging availability`;
}

/** Updates the cached availability from the server or another device. */
export function cacheAvailability(client: QueryClient, isAvailable: boolean): void {
  client.setQueryData<CallOutput<'GET /users/me'>>(
    meQuery.queryKey,
    (me) => me && { ...me, is_available: isAvailable },
  );
}

/** Mutation of the availability: optimistic update, rolled back on failure (SE-05 to SE-18, X-48). */
const setAvailability = (client: QueryClient) =>
  mutationOptions({
    mutationKey,
    mutationFn: async (isAvailable: boolean) => {
      if (!session.current()) throw new Error(t`Invalid authentication token`);
      return api('PATCH /users/availability', { body: { is_available: isAvailable } });
    },
    onMutate: async (isAvailable) => {
      await client.cancelQueries({ queryKey: meQuery.queryKey });
      cacheAvailability(client, isAvailable);
    },
    onSuccess: (_answer, isAvailable) => toast.success(isAvailable ? t`Sms enabled.` : t`Sms disabled.`),
    onError: (error, isAvailable) => {
      cacheAvailability(client, !isAvailable);
      toast.problem(availabilityProblem(error));
      // The stored value was already the same: show the stored value.
      if (error instanceof ApiError && error.status === 400) {
        void client.invalidateQueries({ queryKey: meQuery.queryKey });
      }
    },
  });

/** A guest's availability is local to this tab (SE-08, X-18). */
let guestIsAvailable = true;
const listeners = new Set<() => void>();
const guest = {
  current: () => guestIsAvailable,
  flip() {
    guestIsAvailable = !guestIsAvailable;
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

/** The user's availability for messages. */
export type Availability = {
  /** Undefined until it is known. */
  readonly isAvailable: boolean | undefined;
  readonly isGuest: boolean;
  /** A change is in progress, here or elsewhere on the page (SE-07). */
  readonly isBusy: boolean;
  readonly toggle: () => void;
};

/** Returns the user's availability and how to change it; a guest's changes in this tab only (SE-08, X-18). */
export function useAvailability(): Availability {
  const client = useQueryClient();
  const isGuest = isGuestName(useSession()?.username ?? '');
  const ofGuest = useSyncExternalStore(guest.subscribe, guest.current);
  const { data } = useQuery({ ...meQuery, enabled: !isGuest });
  const isBusy = useIsMutating({ mutationKey }) > 0;
  const change = useMutation(setAvailability(client));
  const isAvailable = isGuest ? ofGuest : data?.is_available;
  const toggle = () => {
    if (isGuest) guest.flip();
    else if (!isBusy && isAvailable !== undefined) change.mutate(!isAvailable);
  };
  return { isAvailable, isGuest, isBusy, toggle };
}
