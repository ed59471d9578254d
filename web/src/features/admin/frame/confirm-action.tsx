import { useState, type ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { failureText } from '../../../ui/failure-text.ts';
import { useAction } from './use-action.ts';

export type ConfirmActionProps = {
  /** Text of the button that opens the confirmation. */
  label: string;
  /** If set, the button shows only this icon. */
  icon?: ReactNode;
  title: ReactNode;
  description: ReactNode;
  confirmLabel: ReactNode;
  send: () => Promise<unknown>;
  /** Toast shown on success. */
  done: string;
  /** Shown below the question, such as details of its subject. */
  children?: ReactNode;
};

/** An irreversible action behind a confirmation. A toast reports a failure. */
export function ConfirmAction({ label, icon, send, done, children, ...question }: ConfirmActionProps) {
  const [isOpen, setOpen] = useState(false);
  const openDialog = () => setOpen(true);
  const close = () => setOpen(false);
  const act = useAction(send, {
    onDone: () => {
      toast.success(done);
      close();
    },
    onFailed: (error) => {
      toast.problem(failureText(error));
      close();
    },
  });
  return (
    <>
      {icon ? (
        <IconButton label={label} icon={icon} onClick={openDialog} />
      ) : (
        <Button tone="quiet" size="small" onClick={openDialog}>
          {label}
        </Button>
      )}
      <ConfirmDialog
        {...question}
        isOpen={isOpen}
        isDangerous
        isBusy={act.isBusy}
        onConfirm={() => act.run(undefined)}
        onCancel={close}
      >
        {children}
      </ConfirmDialog>
    </>
  );
}
