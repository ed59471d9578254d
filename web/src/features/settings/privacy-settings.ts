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

type Change = { readonly name: keyof Settings; readonly isOn: boolean };

function cacheSetting(client: QueryClient, { name, isOn }: Change): void {
  client.setQueryData(userSettingsQuery.queryKey, (settings) => settings && { ...settings, [name]: isOn });
}

/** Mutation of one setting: optimistic, rolled back with the reason on failure; changes are sent one after the other. */
const changeSetting = (client: QueryClient) =>
  mutationOptions({
    mutationKey,
    scope: { id: 'settings' },
    mutationFn: ({ name, isOn }: Change) => api('PATCH /users/settings', { body: { [name]: isOn } }),
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey: userSettingsQuery.queryKey });
      cacheSetting(client, change);
    },
    onError: (error, { name, isOn }) => {
      cacheSetting(client, { name, isOn: !isOn });
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
    change: (name: keyof Settings, isOn: boolean) => mutate({ name, isOn }),
  };
}
