import { USERNAME_MAX, USERNAME_MIN } from '@adda/contract/accounts';
import { t } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { TextField } from '../../ui/text-field.tsx';
import { checkPasswordChoice, PasswordChoice } from './password-choice.tsx';
import type { FieldProblems, FormState, ReadField } from './use-form.ts';

/** The fields of a permanent account, shared by registration and upgrade. */
export const accountNames = ['username', 'email', 'password', 'referral_code'] as const;

/** One of {@link accountNames}. */
export type AccountName = (typeof accountNames)[number];

/** Validates the fields on the client; the server checks the rest. */
export function checkAccount(read: ReadField<AccountName>): FieldProblems<AccountName> {
  const { length } = read('username').trim();
  return {
    username:
      (length < USERNAME_MIN && t`Use at least ${USERNAME_MIN} characters.`) ||
      (length > USERNAME_MAX && t`Use at most ${USERNAME_MAX} characters.`),
    email: !read('email').includes('@') && t`Enter a valid e-mail address.`,
    password: checkPasswordChoice(read('password')),
  };
}

/** Converts the fields to the request's format; without a referral code, its field is omitted. */
export const accountOf = (read: ReadField<AccountName>) => ({
  username: read('username'),
  email: read('email'),
  password: read('password'),
  referral_code: read('referral_code').trim() || undefined,
});

/** The username, e-mail and password fields. */
export function AccountFields({ form }: { form: Pick<FormState<AccountName>, 'errorOf'> }) {
  const { t } = useLingui();
  return (
    <>
      <TextField
        label={t`Username`}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        hint={t`Letters a–z, digits, dot, dash and underscore. This is what people see.`}
        error={form.errorOf('username')}
      />
      <TextField
        label={t`E-mail`}
        name="email"
        type="email"
        autoComplete="email"
        required
        hint={t`Only for getting back in. Nobody else sees it.`}
        error={form.errorOf('email')}
      />
      <PasswordChoice label={t`Password`} name="password" error={form.errorOf('password')} />
    </>
  );
}

export type ReferralFieldProps = {
  form: Pick<FormState<AccountName>, 'errorOf'>;
  /** The referral code of the invitation link (SH-23). */
  invitation?: string | undefined;
};

/** The referral code field. */
export function ReferralField({ form, invitation }: ReferralFieldProps) {
  const { t } = useLingui();
  return (
    <TextField
      label={t`Referral code (optional)`}
      name="referral_code"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      defaultValue={invitation}
      hint={invitation ? t`A friend invited you. Lovely!` : undefined}
      error={form.errorOf('referral_code')}
    />
  );
}
