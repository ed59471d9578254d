import { Trans } from '@lingui/react/macro';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

export type UnfollowConfirmProps = { name: string; onConfirm: () => void; onCancel: () => void };

/** Asks for confirmation before unfollowing (FE-55, SH-40). */
export function UnfollowConfirm({ name: shown, onConfirm, onCancel }: UnfollowConfirmProps) {
  return (
    <ConfirmDialog
      isOpen
      title={<Trans>Unfollow {shown}?</Trans>}
      description={<Trans>Their posts move down in your feed. You can follow them again at any time.</Trans>}
      confirmLabel={<Trans>Unfollow</Trans>}
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  );
}
