import { Trans } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { logOut } from './log-out.ts';

/** Asks a guest for confirmation before logging out: without a password the account can't be reopened. */
export function ConfirmGuestLogout({ isOpen, onCancel }: { isOpen: boolean; onCancel: () => void }) {
  const logoutMutation = useMutation({ mutationFn: logOut });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={<Trans>Leave for good?</Trans>}
      description={
        <Trans>
          A guest has no password, so you can't come back to this account. Keep it first if you'd like to.
        </Trans>
      }
      confirmLabel={<Trans>Leave for good</Trans>}
      isDangerous
      isBusy={logoutMutation.isPending}
      onConfirm={() => logoutMutation.mutate()}
      onCancel={onCancel}
    />
  );
}
