import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

/** Props of {@link ConfirmDialog}. */
export type ConfirmDialogProps = {
  isOpen: boolean;
  title: ReactNode;
  description?: ReactNode;
  /** The text of the button that does it: a verb, such as 'Leave room'. */
  confirmLabel: ReactNode;
  cancelLabel?: ReactNode;
  /** What is confirmed can't be undone. */
  isDangerous?: boolean;
  /** It is being done. */
  isBusy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
  children?: ReactNode;
};

/** Asks before something is done. Escape and Cancel leave everything as it is; Cancel has the focus at first. */
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
