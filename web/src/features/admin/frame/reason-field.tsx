import { SANCTION_REASON_MAX } from '@adda/contract/moderation';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { TextAreaField } from '../../../ui/text-field.tsx';

/** A suggested sentence. */
export type ReadySentence = { readonly title: string; readonly text: string };

export type ReasonFieldProps = {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  value: string;
  onChange: (text: string) => void;
  ready?: readonly ReadySentence[];
};

const none: readonly ReadySentence[] = [];

/** The reason of a decision, shown to the user; a suggested sentence is appended to the text. */
export function ReasonField({ label, hint, error, value, onChange, ready = none }: ReasonFieldProps) {
  const { t } = useLingui();
  const add = (text: string) => onChange([value.trim(), text].filter(Boolean).join(' '));
  return (
    <div className="grid gap-2">
      <TextAreaField
        name="reason"
        label={label}
        hint={hint}
        error={error}
        value={value}
        maxLength={SANCTION_REASON_MAX}
        onChange={(event) => onChange(event.target.value)}
      />
      {ready.length > 0 && (
        <div role="group" aria-label={t`Sentences to start from`} className="flex flex-wrap gap-1.5">
          {ready.map(({ title, text }) => (
            <button
              key={title}
              type="button"
              title={text}
              onClick={() => add(text)}
              className="min-h-8 rounded-full bg-raised px-3 text-xs font-semibold hover:bg-line pointer-coarse:min-h-11"
            >
              <Trans>+ {title}</Trans>
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
