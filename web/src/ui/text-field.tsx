import type { ComponentProps, ReactNode } from 'react';
import { controlClasses, Field, type FieldFrameProps } from './field.tsx';

export type TextFieldProps = FieldFrameProps & Omit<ComponentProps<'input'>, 'id'> & { aside?: ReactNode };

/** A single-line text field with its label. Set `name` and `autoComplete`. */
export function TextField({ label, hint, error, aside, className, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} aside={aside} className={className}>
      {(control) => <input type="text" {...input} {...control} className={controlClasses} />}
    </Field>
  );
}

export type TextAreaFieldProps = FieldFrameProps &
  Omit<ComponentProps<'textarea'>, 'id'> & { aside?: ReactNode };

/** A multi-line text field with its label. */
export function TextAreaField({ label, hint, error, aside, className, ...area }: TextAreaFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} aside={aside} className={className}>
      {(control) => (
        <textarea
          rows={3}
          {...area}
          {...control}
          // A long text scrolls, so that the fields below it stay near.
          className={`${controlClasses} field-sizing-content max-h-[40dvh] py-3`}
        />
      )}
    </Field>
  );
}

/** A date field, `YYYY-MM-DD`, with the device's own picker. */
export function DateField(props: TextFieldProps) {
  return <TextField {...props} type="date" />;
}
