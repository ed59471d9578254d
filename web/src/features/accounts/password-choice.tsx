import { PASSWORD_MIN, PASSWORD_SCORE_MIN } from '@adda/contract/accounts';
import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { useDeferredValue, useEffect, useMemo, useState, type ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { PasswordField } from '../../ui/password-field.tsx';
import type { InputProps } from '../../ui/use-form.ts';
import type * as passwordMeter from './password-meter.ts';

/** From this length on the form suggests no longer password. */
const GOOD_LENGTH = 14;

/** The best score of a password. */
const BEST = 4;

/** The dictionaries are large, so they are loaded on first input; undefined until then. */
let meter: typeof passwordMeter | undefined;
const loadMeter = async () => {
  meter ??= await import('./password-meter.ts');
};

/**
 * Returns the error of a new password, as far as the client can check it; the server checks how easy it is to guess
 * (ID-06).
 */
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

function StrengthText({ score }: { score: number }) {
  if (score < PASSWORD_SCORE_MIN) return <Trans>Easy to guess. A few unusual words make it strong.</Trans>;
  if (score === PASSWORD_SCORE_MIN) return <Trans>Good enough. Longer is stronger.</Trans>;
  return score < BEST ? <Trans>Strong.</Trans> : <Trans>Very strong.</Trans>;
}

function Strength({ score }: { score: number }) {
  const colour = score < PASSWORD_SCORE_MIN ? 'bg-danger' : score < BEST ? 'bg-marigold' : 'bg-teal';
  return (
    <span className="grid gap-1 pt-1.5">
      <span aria-hidden="true" className="grid grid-cols-4 gap-1">
        {Array.from({ length: BEST }, (_, index) => (
          <span
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            className={classNames('h-1 rounded-full', index < Math.max(1, score) ? colour : 'bg-line')}
          />
        ))}
      </span>
      <span>
        <StrengthText score={score} />
      </span>
    </span>
  );
}

/** Returns the score of the input; undefined if it is too short or the dictionaries have not loaded. */
function useScore(password: string, about: readonly string[]): number | undefined {
  const deferredPassword = useDeferredValue(password);
  const [isLoaded, setLoaded] = useState(meter !== undefined);
  const isLongEnough = deferredPassword.length >= PASSWORD_MIN;
  useEffect(() => {
    if (!isLongEnough || isLoaded) return;
    // On failure the length hint stays.
    loadMeter().then(
      () => setLoaded(true),
      () => undefined,
    );
  }, [isLongEnough, isLoaded]);
  const aboutText = about.join('\n');
  return useMemo(
    () => (isLoaded && isLongEnough ? meter?.scoreOf(deferredPassword, aboutText.split('\n')) : undefined),
    [isLoaded, isLongEnough, deferredPassword, aboutText],
  );
}

/** Returns the form's other personal fields, which make a password easier to guess. */
const wordsIn = (form: HTMLFormElement | null): string[] => {
  if (!form) return [];
  const fields = new FormData(form);
  return ['username', 'email'].flatMap((name) => {
    const value = fields.get(name);
    return typeof value === 'string' && value !== '' ? [value] : [];
  });
};

export type PasswordChoiceProps = InputProps & { label: ReactNode };

/** A new-password field with a length hint and a strength meter (ID-06). */
export function PasswordChoice({ value, onChange, ...field }: PasswordChoiceProps) {
  const [about, setAbout] = useState<readonly string[]>([]);
  const score = useScore(value, about);
  return (
    <PasswordField
      {...field}
      value={value}
      autoComplete="new-password"
      required
      hint={score === undefined ? <LengthHint length={value.length} /> : <Strength score={score} />}
      onChange={(event) => {
        onChange(event);
        setAbout(wordsIn(event.currentTarget.form));
      }}
    />
  );
}
