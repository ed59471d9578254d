import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { api } from '../../platform/api.ts';
import { session } from '../../platform/session.ts';
import { useSession } from '../../platform/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { useForm } from '../../ui/use-form.ts';

/** `onEnd` receives whether the password was correct. */
type ProofDialogProps = { onEnd: (isProven: boolean) => void };

/** Asks for the password again before a sensitive action; the page behind stays unchanged (ID-03). */
function ProofDialog({ onEnd }: ProofDialogProps) {
  const { t } = useLingui();
  const username = useSession()?.username ?? '';
  const form = useForm({
    initial: { password: '' },
    check: ({ password }) => ({ password: password === '' && t`Enter your password.` }),
    errorFields: { proof_refused: 'password' },
    send: (body) => api('POST /auth/reauthenticate', { body }),
    onDone: () => onEnd(true),
  });
  const cancel = () => onEnd(false);
  // The end of the session cancels the action.
  useEffect(() => session.onEnd(() => onEnd(false)), [onEnd]);
  return (
    <Dialog
      isOpen
      keepOpenOnOutsidePress
      onClose={cancel}
      title={<Trans>Is it you?</Trans>}
      description={<Trans>Please enter your password. Then it goes on where you were.</Trans>}
    >
      <div className="grid gap-2 pt-4">
        <Form form={form} submitLabel={<Trans>Continue</Trans>}>
          {/* For password managers, which look for the username next to the password. */}
          <input type="hidden" name="username" autoComplete="username" value={username} />
          <PasswordField {...form.field('password')} label={t`Password`} required data-autofocus />
        </Form>
        <Button tone="plain" isWide onClick={cancel}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </Dialog>
  );
}

function openDialog(): Promise<boolean> {
  const container = document.body.appendChild(document.createElement('div'));
  // A separate root: the dialog appears over any screen that made the call.
  const root = createRoot(container);
  return new Promise((resolve) => {
    const end = (isProven: boolean) => {
      root.unmount();
      container.remove();
      resolve(isProven);
    };
    root.render(
      <I18nProvider i18n={i18n}>
        <ProofDialog onEnd={end} />
      </I18nProvider>,
    );
  });
}

let pendingProof: Promise<boolean> | undefined;

/** Opens the dialog and resolves to whether the user proved ownership. Concurrent calls share one dialog. */
export async function askForProof(username: string): Promise<boolean> {
  pendingProof ??= openDialog().finally(() => {
    pendingProof = undefined;
  });
  // Another user may have logged in meanwhile, in another tab.
  return (await pendingProof) && session.current()?.username === username;
}
