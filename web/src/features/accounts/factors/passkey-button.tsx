import type { AuthenticationResponse } from '@adda/contract/accounts';
import { Trans } from '@lingui/react/macro';
import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../../platform/api.ts';
import { Button, type ButtonTone } from '../../../ui/button.tsx';
import { failureText } from '../../../ui/failure-text.ts';
import { FormErrors } from '../../../ui/form-errors.tsx';

export type PasskeyButtonProps<Answer> = {
  tone?: ButtonTone;
  /** Sends what the device made of the passkey. */
  send: (response: AuthenticationResponse) => Promise<Answer>;
  /** Called on success; the button stays busy until it resolves. */
  onDone: (answer: Answer) => unknown;
  onFailed?: (error: unknown) => void;
  /** Called when the device's dialog was closed, or the passkey was refused. */
  onOver?: () => void;
};

/** Lets the person use a passkey (ID-01). A closed dialog of the device changes nothing. */
export function PasskeyButton<Answer>(props: PasskeyButtonProps<Answer>) {
  const { tone = 'quiet', send, onDone, onFailed, onOver } = props;
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const press = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      const { choosePasskey } = await import('./passkey-ceremonies.ts');
      const response = await choosePasskey(await api('POST /auth/passkey/options'));
      if (response) await onDone(await send(response));
      else onOver?.();
    } catch (error) {
      setProblem(failureText(error));
      onFailed?.(error);
      onOver?.();
    }
    setBusy(false);
  };
  return (
    <>
      <FormErrors message={problem} />
      <Button
        tone={tone}
        isWide
        isBusy={isBusy}
        icon={<Fingerprint aria-hidden="true" className="size-5" />}
        onClick={() => void press()}
      >
        <Trans>Use a passkey</Trans>
      </Button>
    </>
  );
}
