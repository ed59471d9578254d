import { displayedName } from '@adda/contract/accounts';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient, queryOptions, type QueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { ApiError } from '../../../platform/api-error.ts';
import { api, type CallOutput } from '../../../platform/api.ts';
import { suspendedProof, type SuspendedProof } from '../../../platform/suspended-proof.ts';
import { Button } from '../../../ui/button.tsx';
import { Form } from '../../../ui/form.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useForm } from '../../../ui/use-form.ts';
import { ErrorState } from '../../../ui/view-states.tsx';
import { AccountPage } from '../../accounts/index.ts';
import { AppealForm } from '../appeal/appeal-form.tsx';
import { AppealState } from '../appeal/appeal-state.tsx';
import { SanctionFacts } from '../appeal/sanction-facts.tsx';

/** Query key. It contains no proof: a password must not be part of a key. */
const suspensionKey = ['suspension'] as const;

/**
 * The reason of the suspension (SV-50). Every request counts as a login attempt, so it is fetched only when
 * needed.
 */
const suspensionOf = (proof: SuspendedProof) =>
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
async function appealSuspension(client: QueryClient, proof: SuspendedProof, text: string): Promise<void> {
  await api('POST /auth/suspension/appeal', { body: { ...proof, text } });
  await client.invalidateQueries({ queryKey: suspensionKey });
}

/** Clears the proof and leads to the login. */
function LogInAsAnother({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const leave = () => {
    suspendedProof.forget();
    client.removeQueries({ queryKey: suspensionKey });
    void navigate({ to: '/login', replace: true });
  };
  return (
    <Button tone="plain" size="small" onClick={leave}>
      {children}
    </Button>
  );
}

/** Shown if the account is reinstated or was never suspended. */
function NotSuspended() {
  const { t } = useLingui();
  return (
    <AccountPage
      title={t`Your account is open`}
      lead={<Trans>It is not suspended, or no longer. Come on in.</Trans>}
      footer={
        <LogInAsAnother>
          <Trans>Log in</Trans>
        </LogInAsAnother>
      }
    />
  );
}

function SuspensionDetails({ proof, onUnknown }: { proof: SuspendedProof; onUnknown: () => void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const { data, error, isFetching, refetch } = useQuery(suspensionOf(proof));
  if (error instanceof ApiError && error.code === 'no_suspension') return <NotSuspended />;
  const isRefused = error instanceof ApiError && error.code === 'invalid_credentials';
  const name = data && displayedName(data.username);
  return (
    <AccountPage
      title={t`Your account is suspended`}
      lead={name !== undefined && <Trans>This is about {name}. Until it is lifted, you can't come in.</Trans>}
      footer={
        <LogInAsAnother>
          <Trans>Log in as somebody else</Trans>
        </LogInAsAnother>
      }
    >
      {!data && !error && <ListSkeleton rows={3} />}
      {!data && error && (
        <ErrorState
          text={error.message}
          onRetry={isRefused ? onUnknown : () => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {data && (
        <>
          <SanctionFacts sanction={data.sanction} />
          {data.sanction.appeal ? (
            <AppealState appeal={data.sanction.appeal} />
          ) : (
            <AppealForm send={(text) => appealSuspension(client, proof, text)} />
          )}
        </>
      )}
    </AccountPage>
  );
}

type CredentialsFormProps = { onKnown: (answer: CallOutput<'POST /auth/suspension'>) => void };

/** Asks for username and password to show the account's suspension; it does not log in. */
function CredentialsForm({ onKnown }: CredentialsFormProps) {
  const { t } = useLingui();
  const form = useForm({
    initial: { username: '', password: '' },
    check: ({ username, password }) => ({
      username: username.trim() === '' && t`Enter your username or e-mail address.`,
      password: password === '' && t`Enter your password.`,
    }),
    send: (body) => api('POST /auth/suspension', { body }),
    onDone(answer, { username, password }) {
      suspendedProof.ofLogin(username, password);
      onKnown(answer);
    },
  });
  return (
    <Form form={form} submitLabel={<Trans>Show me</Trans>}>
      <TextField
        {...form.field('username')}
        label={t`Username or e-mail`}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <PasswordField {...form.field('password')} label={t`Password`} required />
    </Form>
  );
}

/** `/suspended`: why the account is suspended, start and end, and the one appeal (SV-50). */
export function SuspendedScreen() {
  const { t } = useLingui();
  const client = useQueryClient();
  const [proof, setProof] = useState(suspendedProof.current);
  if (proof) {
    return (
      <SuspensionDetails
        proof={proof}
        onUnknown={() => {
          suspendedProof.forget();
          client.removeQueries({ queryKey: suspensionKey });
          setProof(undefined);
        }}
      />
    );
  }
  return (
    <AccountPage
      title={t`Is your account suspended?`}
      lead={<Trans>Tell us who you are, and read why, until when, and how to ask for another look.</Trans>}
      footer={
        <LogInAsAnother>
          <Trans>Log in as somebody else</Trans>
        </LogInAsAnother>
      }
    >
      <CredentialsForm
        onKnown={(answer) => {
          client.setQueryData(suspensionKey, answer);
          setProof(suspendedProof.current());
        }}
      />
    </AccountPage>
  );
}
