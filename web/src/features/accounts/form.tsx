import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button, type ButtonTone } from '../../ui/button.tsx';
import { FormErrors } from '../../ui/form-errors.tsx';
import type { FormState } from './use-form.ts';

export type FormProps<Name extends string> = {
  form: FormState<Name>;
  /** The button's text. */
  submitLabel: ReactNode;
  tone?: ButtonTone;
  /** The fields. */
  children: ReactNode;
};

/**
 * A form with its fields, its general error and one button, which reads Try Again after a request without a
 * response.
 */
export function Form<Name extends string>({ form, submitLabel, tone, children }: FormProps<Name>) {
  return (
    <form {...form.props} className="grid gap-4">
      {children}
      <FormErrors message={form.message} />
      <Button type="submit" isWide tone={tone} isBusy={form.isBusy} className="mt-1">
        {form.error?.isUnreachable ? <Trans>Try Again</Trans> : submitLabel}
      </Button>
    </form>
  );
}
