import { Trans } from '@lingui/react/macro';
import { useId, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import type { FormFrame } from './form.tsx';
import { FormErrors } from './form-errors.tsx';

export type FormDialogProps = {
  form: FormFrame;
  title: ReactNode;
  onClose: () => void;
  submitLabel?: ReactNode;
  /** Shown in place of the form, with no buttons. */
  instead?: ReactNode;
  /** The fields. */
  children: ReactNode;
};

/** A dialog with a form; Cancel and the form's button stay visible when the fields scroll. */
export function FormDialog({ form, title, onClose, submitLabel, instead, children }: FormDialogProps) {
  const id = useId();
  const actions = (
    <>
      <Button tone="quiet" onClick={onClose}>
        <Trans>Cancel</Trans>
      </Button>
      <Button type="submit" form={id} isBusy={form.isBusy}>
        {submitLabel ?? <Trans>Save</Trans>}
      </Button>
    </>
  );
  return (
    <Dialog isOpen keepOpenOnOutsidePress onClose={onClose} title={title} actions={!instead && actions}>
      {instead || (
        <form {...form.props} id={id} className="mt-2 grid grid-cols-1 gap-4">
          {children}
          <FormErrors {...form.failure} />
        </form>
      )}
    </Dialog>
  );
}
