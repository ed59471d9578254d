import type { Settings } from '@adda/contract/accounts';
import { t } from '@lingui/core/macro';
import {
  mutationOptions,
  useIsMutating,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import { ApiError } from '../../platform/api-error.ts';
import { api } from '../../platform/api.ts';
import { toast } from '../../ui/toast-store.ts';
import { userSettingsQuery } from '../accounts/index.ts';

const mutationKey = ['me', 'settings'] as const;

type Change = { readonly [Name in keyof Settings]?: Settings[Name] };

/** Changes cached settings; returns what they were. */
function cacheSettings(client: QueryClient, change: Change): Settings | undefined {
  const before = client.getQueryData(userSettingsQuery.queryKey);
  client.setQueryData(userSettingsQuery.queryKey, before && { ...before, ...change });
  return before;
}

/** Mutation of one setting: optimistic, rolled back with the reason on failure; changes are sent one after the other. */
const changeSetting = (client: QueryClient) =>
  mutationOptions({
    mutationKey,
    scope: { id: 'settings' },
    mutationFn: (change: Change) => api('PATCH /users/settings', { body: change }),
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey: userSettingsQuery.queryKey });
      return { before: cacheSettings(client, change) };
    },
    onError: (error, change, context) => {
      const { before } = context ?? {};
      const undone = Object.keys(change).map((name) => [name, before?.[name as keyof Settings]]);
      cacheSettings(client, before ? (Object.fromEntries(undone) as Change) : {});
      toast.problem((error instanceof ApiError && error.detail) || t`That could not be saved. Try again.`);
    },
  });

/** Returns the settings, undefined until they are known, and how to change one; `isBusy` while a change is sent. */
export function useSettings() {
  const client = useQueryClient();
  const { data, isError, isFetching, refetch } = useQuery(userSettingsQuery);
  const { mutate } = useMutation(changeSetting(client));
  return {
    settings: data,
    isFailed: isError && data === undefined,
    isFetching,
    isBusy: useIsMutating({ mutationKey }) > 0,
    retry: () => void refetch(),
    change: (change: Change) => mutate(change),
  };
}
