import { PASSWORD_MIN, PASSWORD_SCORE_MIN } from '@adda/contract/accounts';
import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { useDeferredValue, useEffect, useMemo, useState, type ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { PasswordField } from '../../ui/password-field.tsx';
import type * as passwordMeter from './password-meter.ts';

/** From this length on we stop asking for more. */
const GOOD_LENGTH = 14;

/** The best score of a password. */
const BEST = 4;

/** The dictionaries are large, so they come when there is something to judge; undefined until they are here. */
let meter: typeof passwordMeter | undefined;
const loadMeter = async () => {
  meter ??= await import('./password-meter.ts');
};

/** What is missing in a new password, as far as it can be said at once; the server judges how easy it is (ID-06). */
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

/** The score of what is typed; undefined until it can be told: too short, or the dictionaries are not here. */
function useScore(password: string, about: readonly string[]): number | undefined {
  const judged = useDeferredValue(password);
  const [isHere, setHere] = useState(meter !== undefined);
  const isLongEnough = judged.length >= PASSWORD_MIN;
  useEffect(() => {
    if (!isLongEnough || isHere) return;
    // Without it the hint of the length stays.
    loadMeter().then(
      () => setHere(true),
      () => undefined,
    );
  }, [isLongEnough, isHere]);
  const words = about.join('\n');
  return useMemo(
    () => (isHere && isLongEnough ? meter?.scoreOf(judged, words.split('\n')) : undefined),
    [isHere, isLongEnough, judged, words],
  );
}

/** What else the form says of the person, by which a password is easier to guess. */
const wordsIn = (form: HTMLFormElement | null): string[] => {
  if (!form) return [];
  const fields = new FormData(form);
  return ['username', 'email'].flatMap((name) => {
    const value = fields.get(name);
    return typeof value === 'string' && value !== '' ? [value] : [];
  });
};

/** Props of {@link PasswordChoice}. */
export type PasswordChoiceProps = { label: ReactNode; name: string; error?: ReactNode };

/** A password to choose, with a hint of its length, and how easy it is to guess (ID-06). */
export function PasswordChoice({ label, name, error }: PasswordChoiceProps) {
  const [typed, setTyped] = useState<{ readonly text: string; readonly about: readonly string[] }>({
    text: '',
    about: [],
  });
  const score = useScore(typed.text, typed.about);
  return (
    <PasswordField
      label={label}
      name={name}
      autoComplete="new-password"
      required
      error={error}
      hint={score === undefined ? <LengthHint length={typed.text.length} /> : <Strength score={score} />}
      onChange={({ currentTarget: { value, form } }) => setTyped({ text: value, about: wordsIn(form) })}
    />
  );
}
