import { Trans } from '@lingui/react/macro';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';

export type DeleteMediaConfirmProps = { isOpen: boolean; onConfirm: () => void; onCancel: () => void };

/** Asks for confirmation before a post is deleted (ME-16). */
export function DeleteMediaConfirm(props: DeleteMediaConfirmProps) {
  return (
    <ConfirmDialog
      {...props}
      isDangerous
      title={<Trans>Delete this post?</Trans>}
      description={<Trans>Are you sure you want to delete this media?</Trans>}
      confirmLabel={<Trans>Delete</Trans>}
    />
  );
}
