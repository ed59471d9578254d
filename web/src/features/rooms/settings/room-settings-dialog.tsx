import { Trans } from '@lingui/react/macro';
import type { Group } from '@adda/contract/rooms';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useForm } from '../../../ui/use-form.ts';
import { useLingui } from '@lingui/react/macro';
import { changeRoom } from '../rooms.mutations.ts';
import { DetailFields, NameFields, SlowModeField, VisibilityField } from './room-fields.tsx';
import { changesOf, checkRoom, ROOM_ERROR_FIELDS, valuesOf } from './room-form.ts';

export type RoomSettingsDialogProps = { group: Group; onClose: () => void };

/** Asks the browser to confirm before the page is left. */
function useLeaveWarning(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isNeeded]);
}

/** Changes the name and the settings of a room (GR-01); what was typed is not lost without a question. */
export function RoomSettingsDialog({ group, onClose }: RoomSettingsDialogProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  // Changes of others while the form is open must not replace what is typed, nor be sent back.
  const [before] = useState(() => valuesOf(group));
  const [isAsking, setAsking] = useState(false);
  const form = useForm({
    initial: before,
    check: checkRoom,
    errorFields: ROOM_ERROR_FIELDS,
    send: (values) => changeRoom(client, group.group_id, changesOf(values, before)),
    onDone() {
      toast.success(t`Saved`);
      onClose();
    },
  });
  const isChanged =
    form.values.isPictureLoading === true || Object.keys(changesOf(form.values, before)).length > 0;
  useLeaveWarning(isChanged);
  const leave = () => (isChanged ? setAsking(true) : onClose());
  return (
    <>
      <FormDialog form={form} title={<Trans>Room settings</Trans>} onClose={leave}>
        <NameFields form={form} />
        <DetailFields form={form} />
        <VisibilityField form={form} />
        <SlowModeField form={form} />
      </FormDialog>
      <ConfirmDialog
        isOpen={isAsking}
        isDangerous
        title={<Trans>Leave without saving?</Trans>}
        description={<Trans>What you changed here is not saved yet.</Trans>}
        cancelLabel={<Trans>Keep editing</Trans>}
        confirmLabel={<Trans>Don't save</Trans>}
        onCancel={() => setAsking(false)}
        onConfirm={onClose}
      />
    </>
  );
}
