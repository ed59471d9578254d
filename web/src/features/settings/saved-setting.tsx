import type { Settings, SettingsInput } from '@adda/contract/accounts';
import { Trans } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';
import { Button } from '../../ui/button.tsx';
import { failureText } from '../../ui/failure-text.ts';
import { userSettingsQuery } from '../accounts/index.ts';

/** How the saving of a setting goes. */
export type Saving = {
  readonly status: 'idle' | 'pending' | 'success' | 'error';
  readonly problem: string;
  readonly retry: () => void;
};

/** A value within the settings of the account. */
export type StoredValue<Value> = {
  readonly read: (settings: Settings) => Value;
  readonly write: (value: Value) => SettingsInput;
  /** Called once a change is stored. */
  readonly onSaved?: () => void;
};

/**
 * A value of the settings: what is chosen, also while it is saved and if that failed, and how the saving goes (HM-08).
 * What is chosen while a former choice is being saved is saved after it.
 */
export function useStoredValue<Value>({ read, write, onSaved }: StoredValue<Value>) {
  const client = useQueryClient();
  const { data } = useQuery(userSettingsQuery);
  const { status, variables, error, mutate } = useMutation({
    // One after the other: each response has all settings.
    scope: { id: 'settings' },
    mutationFn: (value: Value) => api('PATCH /users/settings', { body: write(value) }),
    onMutate: () => client.cancelQueries({ queryKey: userSettingsQuery.queryKey }),
    onSuccess: (settings) => {
      client.setQueryData(userSettingsQuery.queryKey, settings);
      onSaved?.();
    },
  });
  const isOpen = status === 'pending' || status === 'error';
  const value: Value | undefined = isOpen ? variables : data && read(data);
  const choose = (next: Value) => {
    if (data !== undefined) mutate(next);
  };
  const saving: Saving = {
    status,
    problem: error ? failureText(error) : '',
    retry: () => {
      if (variables !== undefined) mutate(variables);
    },
  };
  return { value, isKnown: data !== undefined, choose, saving };
}

/** A setting of the account by its name. */
export const useSetting = <Name extends keyof Settings>(name: Name) =>
  useStoredValue<Settings[Name]>({
    read: (settings) => settings[name],
    write: (value) => ({ [name]: value }),
  });

/** 'Saving…' and 'Saved' at the end of a setting's hint; its place is reserved. */
export function SavingState({ status }: Saving) {
  return (
    <span role="status" className="w-16 shrink-0 text-end text-sm font-normal text-mute">
      {status === 'pending' && <Trans>Saving…</Trans>}
      {status === 'success' && <Trans>Saved</Trans>}
    </span>
  );
}

/** Why a setting was not saved, with a way to try again; what was chosen stays. */
export function SavingProblem({ status, problem, retry }: Saving) {
  return (
    status === 'error' && (
      <div role="alert" className="flex flex-wrap items-center gap-3 pt-1 text-sm text-danger">
        <p className="min-w-0 grow basis-40">
          <Trans>Not saved: {problem}</Trans>
        </p>
        <Button tone="quiet" size="small" onClick={retry}>
          <Trans>Try Again</Trans>
        </Button>
      </div>
    )
  );
}
