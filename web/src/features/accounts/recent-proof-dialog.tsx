import type { ProofInput } from '@adda/contract/accounts';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { api, type CallOutput } from '../../platform/api.ts';
import { session } from '../../platform/session.ts';
import { useSession } from '../../platform/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { failureText } from '../../ui/failure-text.ts';
import { Form } from '../../ui/form.tsx';
import { FormErrors } from '../../ui/form-errors.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { useForm } from '../../ui/use-form.ts';
import {
  blankCodes,
  checkCode,
  CodeField,
  codeErrorFields,
  OtherSource,
  type CodeSource,
} from './factors/code-field.tsx';
import { PasskeyButton } from './factors/passkey-button.tsx';
import { canUsePasskeys } from './factors/passkey-support.ts';

type Factors = CallOutput<'GET /auth/factors'>;

type ProofProps = { onProven: () => void };

/** Gives the proof. The cookie has a new token then, whose expiry all tabs have to know. */
async function prove(body: ProofInput): Promise<void> {
  const username = session.current()?.username;
  const { expires_in: seconds } = await api('POST /auth/reauthenticate', { body });
  // Another user may have logged in meanwhile, in another tab.
  if (seconds !== undefined && session.current()?.username === username)
    session.extend(Date.now() + seconds * 1000);
}

function PasswordProof({ onProven }: ProofProps) {
  const { t } = useLingui();
  const username = useSession()?.username ?? '';
  const form = useForm({
    initial: { password: '' },
    check: ({ password }) => ({ password: password === '' && t`Enter your password.` }),
    errorFields: { proof_refused: 'password' },
    send: prove,
    onDone: onProven,
  });
  return (
    <Form form={form} submitLabel={<Trans>Continue</Trans>}>
      {/* For password managers, which look for the username next to the password. */}
      <input type="hidden" name="username" autoComplete="username" value={username} />
      <PasswordField {...form.field('password')} label={t`Password`} required data-autofocus />
    </Form>
  );
}

function CodeProof({ onProven, hasRecoveryCodes }: ProofProps & { hasRecoveryCodes: boolean }) {
  const [chosen, setSource] = useState<CodeSource>();
  const source = chosen ?? 'totp';
  const form = useForm({
    initial: blankCodes,
    check: (typed) => checkCode(source, typed),
    errorFields: codeErrorFields(source),
    send: (typed) => prove({ code: typed[source].trim() }),
    onDone: onProven,
  });
  return (
    <>
      <Form form={form} submitLabel={<Trans>Continue</Trans>}>
        <CodeField form={form} source={source} takesFocus={chosen !== undefined} />
      </Form>
      {hasRecoveryCodes && <OtherSource source={source} onChoose={setSource} />}
    </>
  );
}

/** What the dialog asks for, in words. */
function Question({ totp, password }: Factors) {
  if (totp)
    return <Trans>Please enter a code of your authenticator app. Then it goes on where you were.</Trans>;
  if (password) return <Trans>Please enter your password. Then it goes on where you were.</Trans>;
  if (canUsePasskeys()) return <Trans>Please use your passkey. Then it goes on where you were.</Trans>;
  return (
    <Trans>
      You log in with a passkey, and this browser has none here. Please go on with the device or the browser
      that has it.
    </Trans>
  );
}

/** Every way to prove oneself that the account has; with an authenticator app never the password (ID-03). */
function Proofs({ factors, onProven }: ProofProps & { factors: Factors }) {
  const { totp, recovery_codes_left: codesLeft, passkeys, password } = factors;
  return (
    <>
      {totp && <CodeProof onProven={onProven} hasRecoveryCodes={codesLeft > 0} />}
      {!totp && password && <PasswordProof onProven={onProven} />}
      {passkeys > 0 && canUsePasskeys() && (
        <PasskeyButton
          tone={totp || password ? 'quiet' : 'primary'}
          send={(passkey) => prove({ passkey })}
          onDone={onProven}
        />
      )}
    </>
  );
}

/** `onEnd` receives whether the account was proven to be the caller's. */
type ProofDialogProps = { factors: Factors | Error; onEnd: (isProven: boolean) => void };

/** Asks again who it is before a sensitive action; the page behind stays unchanged (ID-03). */
function ProofDialog({ factors, onEnd }: ProofDialogProps) {
  const cancel = () => onEnd(false);
  // The end of the session cancels the action.
  useEffect(() => session.onEnd(() => onEnd(false)), [onEnd]);
  const isKnown = !(factors instanceof Error);
  return (
    <Dialog
      isOpen
      keepOpenOnOutsidePress
      onClose={cancel}
      title={<Trans>Is it you?</Trans>}
      description={isKnown && <Question {...factors} />}
    >
      <div className="grid grid-cols-1 gap-2 pt-4">
        {isKnown ? (
          <Proofs factors={factors} onProven={() => onEnd(true)} />
        ) : (
          <FormErrors message={failureText(factors)} />
        )}
        <Button tone="plain" isWide onClick={cancel}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </Dialog>
  );
}

/** Shows a dialog over any screen, and resolves with what it ends with. */
function openDialog(render: (end: (isProven: boolean) => void) => ReactNode): Promise<boolean> {
  const container = document.body.appendChild(document.createElement('div'));
  // A separate root: the dialog appears over any screen that made the call.
  const root = createRoot(container);
  return new Promise((resolve) => {
    const end = (isProven: boolean) => {
      root.unmount();
      container.remove();
      resolve(isProven);
    };
    root.render(<I18nProvider i18n={i18n}>{render(end)}</I18nProvider>);
  });
}

async function ask(): Promise<boolean> {
  // Before the dialog opens, so that its field has the focus; the button that made the call is busy meanwhile.
  const factors = await api('GET /auth/factors').catch((error: unknown) =>
    error instanceof Error ? error : new Error(String(error)),
  );
  return session.current() === null
    ? false
    : openDialog((end) => <ProofDialog factors={factors} onEnd={end} />);
}

let pendingProof: Promise<boolean> | undefined;

/** Opens the dialog and resolves to whether the user proved ownership. Concurrent calls share one dialog. */
export async function askForProof(username: string): Promise<boolean> {
  pendingProof ??= ask().finally(() => {
    pendingProof = undefined;
  });
  // Another user may have logged in meanwhile, in another tab.
  return (await pendingProof) && session.current()?.username === username;
}
