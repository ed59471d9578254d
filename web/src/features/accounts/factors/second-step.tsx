import type { SecondFactorMethod, SignedIn } from '@adda/contract/accounts';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { ApiError } from '../../../platform/api-error.ts';
import { api } from '../../../platform/api.ts';
import { Button } from '../../../ui/button.tsx';
import { Form } from '../../../ui/form.tsx';
import { useForm } from '../../../ui/use-form.ts';
import {
  blankCodes,
  checkCode,
  CodeField,
  codeErrorFields,
  OtherSource,
  type CodeSource,
} from './code-field.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { canUsePasskeys } from './passkey-support.ts';

/** A login that needs one more step, and what finishes it (ID-02). */
export type Challenge = { readonly challenge: string; readonly methods: readonly SecondFactorMethod[] };

export type SecondStepProps = Challenge & {
  /** The id of its heading. */
  titleId: string;
  onSignedIn: (signedIn: SignedIn) => unknown;
  /** The challenge is used up or too old: the password is asked again. */
  onGone: () => void;
  onBack: () => void;
};

/** The second step of a login: a code of the authenticator app, a recovery code, or a passkey (ID-02). */
export function SecondStep(props: SecondStepProps) {
  const { titleId, challenge, methods, onSignedIn, onGone, onBack } = props;
  const [source, setSource] = useState<CodeSource>('totp');
  const goneElseFailed = (error: unknown) => {
    if (error instanceof ApiError && error.code === 'challenge_gone') onGone();
  };
  const code = useForm({
    initial: blankCodes,
    check: (typed) => checkCode(source, typed),
    errorFields: codeErrorFields(source),
    send: (typed) =>
      api('POST /auth/login/second-factor', { body: { challenge, code: typed[source].trim() } }),
    onDone: onSignedIn,
    onFailed: goneElseFailed,
  });
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="mb-2">
        <h2 id={titleId} className="text-xl">
          <Trans>One more step</Trans>
        </h2>
        <p className="mt-1 text-mute">
          <Trans>An authenticator app protects your account.</Trans>
        </p>
      </div>
      <Form form={code} submitLabel={<Trans>Continue</Trans>}>
        <CodeField form={code} source={source} takesFocus />
      </Form>
      {methods.includes('passkey') && canUsePasskeys() && (
        <PasskeyButton
          send={(passkey) => api('POST /auth/login/second-factor', { body: { challenge, passkey } })}
          onDone={onSignedIn}
          onFailed={goneElseFailed}
        />
      )}
      {methods.includes('recovery_code') && <OtherSource source={source} onChoose={setSource} />}
      <Button tone="plain" isWide onClick={onBack}>
        <Trans>Back</Trans>
      </Button>
    </div>
  );
}
