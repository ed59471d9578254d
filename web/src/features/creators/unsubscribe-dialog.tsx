import { isGuestName, displayedName } from '@adda/contract/accounts';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../platform/api-error.ts';
import { useSession } from '../../platform/use-session.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormErrors } from '../../ui/form-errors.tsx';
import { toast } from '../../ui/toast-store.ts';
import { UpgradeNeeded } from '../accounts/index.ts';
import { unsubscribe } from './creators.queries.ts';

/** Mounted only while it is open. */
export type UnsubscribeDialogProps = {
  /** Username of the creator. */
  creator: string;
  onClose: () => void;
  /** Called after the subscription has ended. */
  onDone?: () => void;
};

/** Asks for confirmation before a subscription is ended, and says that there is no refund (SU-32, PR-04, SV-75). */
export function UnsubscribeDialog({ creator, onClose, onDone }: UnsubscribeDialogProps) {
  const { t } = useLingui();
  const account = useSession()?.username ?? '';
  const end = useMutation(unsubscribe(useQueryClient()));
  const name = displayedName(creator);
  const title = <Trans>Unsubscribe from {name}?</Trans>;
  if (isGuestName(account)) {
    return (
      <Dialog isOpen onClose={onClose} title={title}>
        <UpgradeNeeded />
      </Dialog>
    );
  }
  const confirm = () =>
    end.mutate(creator, {
      onSuccess: () => {
        toast.success(t`You unsubscribed from ${name}.`);
        onDone?.();
        onClose();
      },
    });
  const words = end.error instanceof ApiError && !end.error.isUnreachable ? end.error.detail : '';
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={title}
      description={<Trans>Their locked posts close for you at once. What you paid is not paid back.</Trans>}
      confirmLabel={<Trans>Unsubscribe</Trans>}
      isBusy={end.isPending}
      onConfirm={confirm}
      onCancel={onClose}
    >
      {end.error && (
        <div className="mt-4">
          <FormErrors message={words || t`Failed to unsubscribe`} />
        </div>
      )}
    </ConfirmDialog>
  );
}
