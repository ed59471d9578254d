import { Trans } from '@lingui/react/macro';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

export type ConfirmExitProps = { isOpen: boolean; onStay: () => void; onLeave: () => void };

/** Confirms leaving the app when Back is pressed and no chat is open (SH-11). */
export function ConfirmExit({ isOpen, onStay, onLeave }: ConfirmExitProps) {
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={<Trans>Confirm Exit</Trans>}
      description={<Trans>Do you want to leave Adda? You stay logged in.</Trans>}
      cancelLabel={<Trans>Stay</Trans>}
      confirmLabel={<Trans>Leave</Trans>}
      onCancel={onStay}
      onConfirm={onLeave}
    />
  );
}
