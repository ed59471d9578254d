import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Button, type ButtonTone } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FormErrors } from '../../ui/form-errors.tsx';

/** Props of {@link ConfirmedAction}. */
export type ConfirmedActionProps = {
  /** What the button says. */
  label: ReactNode;
  /** What screen readers hear where the same button stands several times. */
  spokenLabel?: string;
  tone?: ButtonTone;
  icon?: ReactNode;
  title: ReactNode;
  description: ReactNode;
  confirmLabel: ReactNode;
  isDangerous?: boolean;
  /** Does it; the dialog stays, busy, until it is done, and says why if it fails. */
  act: () => Promise<unknown>;
  children?: ReactNode;
};

/** A small button that asks before it acts. */
export function ConfirmedAction(props: ConfirmedActionProps) {
  const { label, spokenLabel, tone = 'quiet', icon, act, children, ...dialog } = props;
  const [isOpen, setOpen] = useState(false);
  const action = useMutation({ mutationFn: act, onSuccess: () => setOpen(false) });
  const open = () => {
    action.reset();
    setOpen(true);
  };
  return (
    <>
      <Button tone={tone} size="small" icon={icon} aria-label={spokenLabel} onClick={open}>
        {label}
      </Button>
      <ConfirmDialog
        {...dialog}
        isOpen={isOpen}
        isBusy={action.isPending}
        onCancel={() => setOpen(false)}
        onConfirm={() => action.mutate()}
      >
        {children}
        {action.error && (
          <div className="mt-4">
            <FormErrors message={action.error.message} />
          </div>
        )}
      </ConfirmDialog>
    </>
  );
}
