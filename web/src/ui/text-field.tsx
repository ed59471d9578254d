import type { ComponentProps, ReactNode } from 'react';
import { controlClasses, Field, type FieldFrameProps } from './field.tsx';

/** Props of {@link TextField}. */
export type TextFieldProps = FieldFrameProps & Omit<ComponentProps<'input'>, 'id'> & { aside?: ReactNode };

/** One line of text with its label. Give `name` and `autoComplete`. */
export function TextField({ label, hint, error, aside, className, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} aside={aside} className={className}>
      {(control) => <input type="text" {...input} {...control} className={controlClasses} />}
    </Field>
  );
}

/** Props of {@link TextAreaField}. */
export type TextAreaFieldProps = FieldFrameProps &
  Omit<ComponentProps<'textarea'>, 'id'> & { aside?: ReactNode };

/** Several lines of text with their label. */
export function TextAreaField({ label, hint, error, aside, className, ...area }: TextAreaFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} aside={aside} className={className}>
      {(control) => (
        <textarea rows={3} {...area} {...control} className={`${controlClasses} field-sizing-content py-3`} />
      )}
    </Field>
  );
}

/** A calendar day as `YYYY-MM-DD`, with the device's own picker. */
export function DateField(props: TextFieldProps) {
  return <TextField {...props} type="date" />;
}
