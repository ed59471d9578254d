import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

export type ConfirmDialogProps = {
  isOpen: boolean;
  title: ReactNode;
  description?: ReactNode;
  /** Text of the confirming button: a verb, such as 'Leave room'. */
  confirmLabel: ReactNode;
  cancelLabel?: ReactNode;
  /** The action is irreversible. */
  isDangerous?: boolean;
  /** The action is in progress. */
  isBusy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
  children?: ReactNode;
};

/** Asks for confirmation before an action. Escape and Cancel change nothing; Cancel has the initial focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { confirmLabel, cancelLabel, isDangerous, isBusy, onConfirm, onCancel, ...dialog } = props;
  const actions = (
    <>
      <Button tone="quiet" onClick={onCancel} data-autofocus>
        {cancelLabel ?? <Trans>Cancel</Trans>}
      </Button>
      <Button tone={isDangerous ? 'danger' : 'primary'} isBusy={isBusy} onClick={onConfirm}>
        {confirmLabel}
      </Button>
    </>
  );
  return <Dialog {...dialog} onClose={onCancel} actions={actions} />;
}
