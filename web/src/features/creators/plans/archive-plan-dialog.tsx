import type { Plan } from '@adda/contract/creators';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { FormErrors } from '../../../ui/form-errors.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { archivePlan } from '../creators.queries.ts';
import { serverLabel } from './server-labels.ts';

/** Mounted only while it is open. */
export type ArchivePlanDialogProps = { plan: Plan; onClose: () => void };

/** Asks for confirmation before a plan is taken off sale (SV-70). */
export function ArchivePlanDialog({ plan, onClose }: ArchivePlanDialogProps) {
  const { t } = useLingui();
  const archive = useMutation(archivePlan(useQueryClient()));
  const { name } = plan;
  const confirm = () =>
    archive.mutate(plan, {
      onSuccess: () => {
        toast.success(t`${name} is not sold any more.`);
        onClose();
      },
    });
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={<Trans>Stop selling {name}?</Trans>}
      description={
        <Trans>
          Nobody can subscribe to it any more. Whoever has paid keeps their time, and your locked posts stay
          locked for everybody else.
        </Trans>
      }
      confirmLabel={<Trans>Stop selling</Trans>}
      isBusy={archive.isPending}
      onConfirm={confirm}
      onCancel={onClose}
    >
      {archive.error && (
        <div className="mt-4">
          <FormErrors message={t`The plan could not be taken away`} detail={serverLabel(archive.error)} />
        </div>
      )}
    </ConfirmDialog>
  );
}
