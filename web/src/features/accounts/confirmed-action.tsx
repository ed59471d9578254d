import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Button, type ButtonTone } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FormErrors } from '../../ui/form-errors.tsx';

export type ConfirmedActionProps = {
  /** The button's text. */
  label: ReactNode;
  /** Screen reader label, for pages that repeat the same button. */
  spokenLabel?: string;
  tone?: ButtonTone;
  icon?: ReactNode;
  title: ReactNode;
  description: ReactNode;
  confirmLabel: ReactNode;
  isDangerous?: boolean;
  /** Runs the action. The dialog stays open and busy until it settles, and shows a failure. */
  act: () => Promise<unknown>;
  children?: ReactNode;
};

/** A small button that asks for confirmation before it acts. */
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
