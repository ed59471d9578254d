import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { controlClasses, Field, type FieldFrameProps } from './field.tsx';

/** An option of a {@link SelectField}. */
export type SelectOption = { readonly value: string; readonly label: string };

export type SelectFieldProps = FieldFrameProps &
  Omit<ComponentProps<'select'>, 'id' | 'children'> & {
    options: readonly SelectOption[];
    /** Shown while nothing is chosen; it can't be selected. */
    placeholder?: string;
  };

/** A select with the device's own picker. */
export function SelectField({
  label,
  hint,
  error,
  className,
  options,
  placeholder,
  ...select
}: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(control) => (
        <div className="relative">
          <select {...select} {...control} className={`${controlClasses} appearance-none truncate pe-11`}>
            {placeholder !== undefined && (
              <option value="" disabled>
                {placeholder}
              </option>
            )}
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 end-3.5 my-auto size-5 text-mute"
          />
        </div>
      )}
    </Field>
  );
}
