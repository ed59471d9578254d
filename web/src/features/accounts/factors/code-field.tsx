import { TOTP_DIGITS } from '@adda/contract/accounts';
import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import type { FormProblems, FormState } from '../../../ui/use-form.ts';

/** Where a code comes from: the authenticator app, or the kept recovery codes (ID-02). */
export type CodeSource = 'totp' | 'recovery_code';

/** The typed codes, one for each source: what was typed stays when the other one is chosen. */
export const blankCodes = { totp: '', recovery_code: '' };

export type TypedCodes = typeof blankCodes;

/** Returns the code without blanks and dashes, which apps show between its groups. */
export const plainCode = (code: string): string => code.replaceAll(/[\s-]/g, '');

/** Returns the error of a code that can't be one. */
export function checkCode(source: CodeSource, typed: TypedCodes): FormProblems<TypedCodes> {
  const code = plainCode(typed[source]);
  if (source === 'recovery_code')
    return { recovery_code: code === '' && t`Enter one of your recovery codes.` };
  const isCode = code.length === TOTP_DIGITS && /^\d+$/.test(code);
  return { totp: !isCode && t`Enter the ${TOTP_DIGITS} digits that your app shows.` };
}

/** Returns which field shows the errors about a code. */
export const codeErrorFields = (source: CodeSource) => ({
  wrong_code: source,
  proof_refused: source,
  code: source,
});

const focus = (element: HTMLElement | null) => element?.focus();

export type TotpFieldProps = {
  form: { field: FormState<{ totp: string }>['field'] };
  /** It takes the focus when it appears. */
  takesFocus?: boolean;
};

/** The code of an authenticator app; blanks in it don't count. */
export function TotpField({ form, takesFocus = false }: TotpFieldProps) {
  const { t } = useLingui();
  return (
    <TextField
      {...form.field('totp')}
      label={t`Code from your authenticator app`}
      inputMode="numeric"
      autoComplete="one-time-code"
      spellCheck={false}
      required
      data-autofocus
      ref={takesFocus ? focus : undefined}
      className="[&_input]:text-lg [&_input]:font-semibold [&_input]:tracking-[.25em] [&_input]:tabular-nums"
    />
  );
}

export type CodeFieldProps = {
  form: { field: FormState<TypedCodes>['field'] };
  source: CodeSource;
  takesFocus: boolean;
};

/** A code of the authenticator app, or one of the recovery codes (ID-02). */
export function CodeField({ form, source, takesFocus }: CodeFieldProps) {
  const { t } = useLingui();
  if (source === 'totp') return <TotpField form={form} takesFocus={takesFocus} />;
  return (
    <TextField
      {...form.field('recovery_code')}
      label={t`Recovery code`}
      hint={t`One of the codes that you kept when you set up the app. Each works once.`}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      required
      data-autofocus
      ref={takesFocus ? focus : undefined}
      className="[&_input]:font-mono"
    />
  );
}

export type OtherSourceProps = { source: CodeSource; onChoose: (source: CodeSource) => void };

/** Switches between the app's code and a recovery code. */
export function OtherSource({ source, onChoose }: OtherSourceProps) {
  const other = source === 'totp' ? 'recovery_code' : 'totp';
  return (
    <Button tone="plain" isWide onClick={() => onChoose(other)}>
      {source === 'totp' ? (
        <Trans>Use a recovery code instead</Trans>
      ) : (
        <Trans>Use the authenticator app instead</Trans>
      )}
    </Button>
  );
}
