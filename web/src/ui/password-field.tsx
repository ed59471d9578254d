import { useLingui } from '@lingui/react/macro';
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { controlClasses, Field } from './field.tsx';
import type { TextFieldProps } from './text-field.tsx';

/** A password field with a button that shows the password. `autoComplete` is `current-password` by default. */
export function PasswordField({ label, hint, error, aside, className, ...input }: TextFieldProps) {
  const { t } = useLingui();
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <Field label={label} hint={hint} error={error} aside={aside} className={className}>
      {(control) => (
        <div className="relative">
          <input
            autoComplete="current-password"
            autoCapitalize="none"
            spellCheck={false}
            {...input}
            {...control}
            type={isShown ? 'text' : 'password'}
            className={`${controlClasses} pe-13`}
          />
          <button
            type="button"
            aria-label={t`Show password`}
            aria-pressed={isShown}
            aria-controls={control.id}
            onClick={() => setShown(!isShown)}
            className="absolute inset-y-0 end-0.5 my-auto grid size-11 place-items-center rounded-chip text-mute hover:text-ink"
          >
            <Icon aria-hidden="true" className="size-5" />
          </button>
        </div>
      )}
    </Field>
  );
}
