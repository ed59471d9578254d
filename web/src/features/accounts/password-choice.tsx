import { PASSWORD_MIN } from '@adda/contract/accounts';
import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { PasswordField } from '../../ui/password-field.tsx';

/** From this length on we stop asking for more. */
const GOOD_LENGTH = 14;

/** What is missing in a new password. Its length is all that we ask for. */
export const checkPasswordChoice = (password: string): string | false =>
  password.length < PASSWORD_MIN && t`Use at least ${PASSWORD_MIN} characters.`;

function LengthHint({ length }: { length: number }) {
  if (length === 0)
    return (
      <Trans>
        At least {PASSWORD_MIN} characters. A few words that only you would put together work well.
      </Trans>
    );
  if (length < PASSWORD_MIN)
    return (
      <Plural
        value={PASSWORD_MIN - length}
        one="# more character needed."
        other="# more characters needed."
      />
    );
  return length < GOOD_LENGTH ? (
    <Trans>Long enough. Longer is stronger.</Trans>
  ) : (
    <Trans>Nice and long.</Trans>
  );
}

/** Props of {@link PasswordChoice}. */
export type PasswordChoiceProps = { label: ReactNode; name: string; error?: ReactNode };

/** A password to choose, with a hint of its length. */
export function PasswordChoice({ label, name, error }: PasswordChoiceProps) {
  const [length, setLength] = useState(0);
  return (
    <PasswordField
      label={label}
      name={name}
      autoComplete="new-password"
      required
      error={error}
      hint={<LengthHint length={length} />}
      onChange={(event) => setLength(event.currentTarget.value.length)}
    />
  );
}
