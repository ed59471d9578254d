import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button, type ButtonTone } from './button.tsx';
import { classNames } from './class-names.ts';
import { FormErrors } from './form-errors.tsx';
import type { FormState } from './use-form.ts';

/** The part of a form's state that its frame needs. */
export type FormFrame = Pick<FormState<object>, 'props' | 'failure' | 'isBusy' | 'error'>;

export type FormProps = {
  form: FormFrame;
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
export function Form({ form, submitLabel, tone, children }: FormProps) {
  return (
    <form {...form.props} className="grid gap-4">
      {children}
      <FormErrors {...form.failure} />
      <Button type="submit" isWide tone={tone} isBusy={form.isBusy} className="mt-1">
        {form.error?.isUnreachable ? <Trans>Try Again</Trans> : submitLabel}
      </Button>
    </form>
  );
}

export type ActionFormProps = FormProps & {
  /** The form's purpose, for screen readers; not needed in a dialog with a title. */
  label?: string;
  onCancel?: (() => void) | undefined;
  className?: string;
};

/** A form with its fields, its general error, and Cancel and its button in a row. */
export function ActionForm(props: ActionFormProps) {
  const { form, label, submitLabel, tone, onCancel, className, children } = props;
  return (
    <form {...form.props} aria-label={label} className={classNames('grid grid-cols-1 gap-4', className)}>
      {children}
      <FormErrors {...form.failure} />
      <div className="flex flex-wrap justify-end gap-3">
        {onCancel && (
          <Button tone="quiet" onClick={onCancel}>
            <Trans>Cancel</Trans>
          </Button>
        )}
        <Button type="submit" tone={tone} isBusy={form.isBusy}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
