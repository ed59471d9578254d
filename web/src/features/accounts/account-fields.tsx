import type { ErrorCode } from '@adda/contract';
import { USERNAME_MAX, USERNAME_MIN } from '@adda/contract/accounts';
import { t } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { TextField } from '../../ui/text-field.tsx';
import { checkPasswordChoice, PasswordChoice } from './password-choice.tsx';
import type { FormProblems, FormState } from '../../ui/use-form.ts';

/** The empty fields of a permanent account, shared by registration and upgrade. */
export const blankAccount = { username: '', email: '', password: '', referral_code: '' };

/** The entered fields of a permanent account. */
type TypedAccount = typeof blankAccount;

/** Error codes of the API that concern one field. */
export const accountErrorFields = {
  username_taken: 'username',
  email_taken: 'email',
  invalid_referral_code: 'referral_code',
} as const satisfies Partial<Record<ErrorCode, keyof TypedAccount>>;

/** Validates the fields on the client; the server checks the rest. */
export function checkAccount(
  { username, email, password }: TypedAccount,
  { hasPassword = true } = {},
): FormProblems<TypedAccount> {
  const { length } = username.trim();
  return {
    username:
      (length < USERNAME_MIN && t`Use at least ${USERNAME_MIN} characters.`) ||
      (length > USERNAME_MAX && t`Use at most ${USERNAME_MAX} characters.`),
    email: !email.includes('@') && t`Enter a valid e-mail address.`,
    password: hasPassword && checkPasswordChoice(password),
  };
}

/** Converts the fields to the request's format; without a referral code, its field is omitted. */
export const accountOf = ({ username, email, password, referral_code: code }: TypedAccount) => ({
  username,
  email,
  password,
  referral_code: code.trim() || undefined,
});

export type AccountFieldsProps = {
  form: Pick<FormState<TypedAccount>, 'field'>;
  /** Shown in place of the password. */
  inPlaceOfPassword?: ReactNode;
};

/** The username, e-mail and password fields. */
export function AccountFields({ form, inPlaceOfPassword }: AccountFieldsProps) {
  const { t } = useLingui();
  return (
    <>
      <TextField
        {...form.field('username')}
        label={t`Username`}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        hint={t`Letters a–z, digits, dot, dash and underscore. This is what people see.`}
      />
      <TextField
        {...form.field('email')}
        label={t`E-mail`}
        type="email"
        autoComplete="email"
        required
        hint={t`Only for getting back in. Nobody else sees it.`}
      />
      {inPlaceOfPassword || <PasswordChoice {...form.field('password')} label={t`Password`} />}
    </>
  );
}

export type ReferralFieldProps = {
  form: Pick<FormState<TypedAccount>, 'field'>;
  /** The referral code of the invitation link (SH-23); '' without one. */
  invitation: string;
};

/** The referral code field. */
export function ReferralField({ form, invitation }: ReferralFieldProps) {
  const { t } = useLingui();
  return (
    <TextField
      {...form.field('referral_code')}
      label={t`Referral code (optional)`}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      hint={invitation ? t`A friend invited you. Lovely!` : undefined}
    />
  );
}
