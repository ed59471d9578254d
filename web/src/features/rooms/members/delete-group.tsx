import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Group } from '@adda/contract/rooms';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { FormErrors } from '../../../ui/form-errors.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { problemText } from './manage-actions.ts';
import { deleteRoom } from '../rooms.mutations.ts';

export type DeleteGroupProps = {
  group: Group;
  onClose: () => void;
  /** Called after the room was deleted. */
  onDeleted: () => void;
};

/** Asks before a room is deleted (GM-20, GM-24, GM-29). */
export function DeleteGroup({ group, onClose, onDeleted }: DeleteGroupProps) {
  const remove = useMutation({
    ...deleteRoom(useQueryClient(), group.group_id),
    onSuccess: () => {
      // The same text that all other members read (GC-40).
      toast.success(t`This group has been deleted.`);
      onDeleted();
    },
  });
  const { name } = group;
  return (
    <ConfirmDialog
      isOpen
      title={<Trans>Delete {name}?</Trans>}
      description={
        <Trans>
          The group closes for everybody in it, and what was said here is gone. This can't be undone.
        </Trans>
      }
      confirmLabel={<Trans>Delete Group</Trans>}
      isDangerous
      isBusy={remove.isPending}
      onCancel={onClose}
      onConfirm={() => remove.mutate()}
    >
      {remove.error && (
        <div className="mt-4">
          <FormErrors message={problemText(remove.error)} />
        </div>
      )}
    </ConfirmDialog>
  );
}
