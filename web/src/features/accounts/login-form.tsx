import type { SignedIn } from '@adda/contract/accounts';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { api } from '../../platform/api.ts';
import { isSuspendedCode } from '../../platform/stale-session.ts';
import { suspendedProof } from '../../platform/suspended-proof.ts';
import { Form } from '../../ui/form.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useForm, type FormState } from '../../ui/use-form.ts';
import type { PasskeyLoginProps } from './factors/passkey-login.tsx';
import { canUsePasskeys } from './factors/passkey-support.ts';
import type { Challenge, SecondStepProps } from './factors/second-step.tsx';
import { linkClasses } from './link-classes.ts';
import { useLinkSearch } from './use-link-search.ts';
import { useStartSession } from './use-start-session.ts';

/** Not needed to log in with a password; without its code there is no button. */
const PasskeyLogin = lazy<ComponentType<PasskeyLoginProps>>(() =>
  import('./factors/passkey-login.tsx').then(
    (file) => ({ default: file.PasskeyLogin }),
    () => ({ default: () => null }),
  ),
);

/** Offers a passkey after a login by password. Without its code it does so next time. */
const offerPasskey = (username: string) =>
  void import('./factors/passkey-offer.ts').then(
    (file) => file.offerPasskey(username),
    () => undefined,
  );

/** A login that waits for its second step, with the code of that step. */
type Waiting = Challenge & { readonly Step: (props: SecondStepProps) => ReactNode };

/**
 * Logs in. Returns undefined for a suspended account; then the suspension page shows the reason by means of the entered
 * credentials. Returns a challenge for an account with an authenticator app (ID-02).
 */
async function logIn(username: string, password: string): Promise<SignedIn | Waiting | undefined> {
  try {
    return await api('POST /auth/login', { body: { username, password } });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'second_factor_needed') {
      const { SecondStep: Step } = await import('./factors/second-step.tsx');
      return { ...(error.data as Challenge), Step };
    }
    if (!isSuspendedCode(error.code)) throw error;
    suspendedProof.ofLogin(username, password);
    return undefined;
  }
}

type FirstStepProps = {
  form: FormState<{ username: string; password: string }>;
  onSignedIn: (signedIn: SignedIn) => unknown;
};

function FirstStep({ form, onSignedIn }: FirstStepProps) {
  const { t } = useLingui();
  const search = useLinkSearch();
  const hasPasskeys = canUsePasskeys();
  return (
    <>
      <Form form={form} submitLabel={<Trans>Log in</Trans>}>
        <TextField
          {...form.field('username')}
          label={t`Username or e-mail`}
          autoComplete={hasPasskeys ? 'username webauthn' : 'username'}
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <PasswordField
          {...form.field('password')}
          label={t`Password`}
          required
          aside={
            <Link to="/forgot-password" search={search} className={`${linkClasses} -my-3 text-sm`}>
              <Trans>Forgot it?</Trans>
            </Link>
          }
        />
      </Form>
      {hasPasskeys && (
        <div className="mt-3 min-h-12">
          <Suspense>
            <PasskeyLogin onSignedIn={onSignedIn} />
          </Suspense>
        </div>
      )}
    </>
  );
}

const focus = (element: HTMLElement | null) => element?.focus();

export type LoginFormProps = {
  /** The id of its heading. */
  titleId: string;
  /** Shown below the first step. */
  children: ReactNode;
};

/**
 * Username or e-mail address, and the password (SV-02), or a passkey (ID-01); a suspended account leads to the reason (SV-50), an
 * authenticator app to a second step in place of the form, which keeps what was typed (ID-02).
 */
export function LoginForm({ titleId, children }: LoginFormProps) {
  const { t } = useLingui();
  const startSession = useStartSession();
  const navigate = useNavigate();
  const [waiting, setWaiting] = useState<Waiting>();
  const [returned, setReturned] = useState<'back' | 'gone'>();
  const enterByPassword = async (signedIn: SignedIn) => {
    await startSession(signedIn);
    if (canUsePasskeys()) offerPasskey(signedIn.username);
  };
  const form = useForm({
    initial: { username: '', password: '' },
    check: ({ username, password }) => ({
      username: username.trim() === '' && t`Enter your username or e-mail address.`,
      password: password === '' && t`Enter your password.`,
    }),
    send: ({ username, password }) => logIn(username, password),
    onDone(answer) {
      setReturned(undefined);
      if (!answer) return navigate({ to: '/suspended' });
      return 'challenge' in answer ? setWaiting(answer) : enterByPassword(answer);
    },
  });
  const leaveStep = (way: 'back' | 'gone') => {
    setReturned(way);
    setWaiting(undefined);
  };
  if (waiting) {
    const { Step, ...challenge } = waiting;
    return (
      <Step
        {...{ titleId, ...challenge }}
        onSignedIn={enterByPassword}
        onGone={() => leaveStep('gone')}
        onBack={() => leaveStep('back')}
      />
    );
  }
  return (
    <>
      <h2
        id={titleId}
        tabIndex={-1}
        ref={returned === 'back' ? focus : undefined}
        className="mb-5 text-xl outline-none"
      >
        <Trans>Welcome back</Trans>
      </h2>
      {returned === 'gone' && (
        <p role="alert" tabIndex={-1} ref={focus} className="mb-4 rounded-chip bg-marigold-wash p-4 text-sm">
          <Trans>That step is over. Please log in again; what you typed is still here.</Trans>
        </p>
      )}
      <FirstStep form={form} onSignedIn={startSession} />
      {children}
    </>
  );
}
