import { Trans } from '@lingui/react/macro';
import type { FormEvent, ReactNode } from 'react';
import { ApiError } from '../../../platform/api-error.ts';
import { Button, type ButtonTone } from '../../../ui/button.tsx';
import { FormErrors } from '../../../ui/form-errors.tsx';
import { failureText } from './failure-text.ts';

export type ActionFormProps = {
  /** The form's purpose, for screen readers; not needed in a dialog with a title. */
  label?: string;
  submitLabel: ReactNode;
  tone?: ButtonTone;
  isBusy: boolean;
  /** The failure; the input is kept. */
  error: Error | null;
  /** More about the failure. */
  errorDetail?: string | undefined;
  onSubmit: () => void;
  onCancel?: () => void;
  children?: ReactNode;
};

/** Fields, error and submit button. */
export function ActionForm(props: ActionFormProps) {
  const { label, submitLabel, tone, isBusy, error, errorDetail, onSubmit, onCancel, children } = props;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) onSubmit();
  };
  return (
    <form noValidate aria-label={label} onSubmit={submit} className="mt-4 grid grid-cols-1 gap-4">
      {children}
      <FormErrors message={error ? failureText(error) : undefined} detail={errorDetail} />
      <div className="flex flex-wrap justify-end gap-3">
        {onCancel && (
          <Button tone="quiet" onClick={onCancel}>
            <Trans>Cancel</Trans>
          </Button>
        )}
        <Button type="submit" tone={tone} isBusy={isBusy}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}

/** Returns the server's error for one field. */
export const fieldError = (error: Error | null, name: string): string | undefined =>
  error instanceof ApiError ? error.fields[name] : undefined;
