import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Group } from '@adda/contract/rooms';
import { useQueryClient } from '@tanstack/react-query';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useForm } from '../../../ui/use-form.ts';
import { handRoomOver } from '../rooms.mutations.ts';
import { accountForName, TargetField, useSuggestedNames } from './manage-fields.tsx';

export type TransferDialogProps = { group: Group; account: string; onClose: () => void };

/** Hands a room over to a member, once its name is typed (GR-05). */
export function TransferDialog({ group, account, onClose }: TransferDialogProps) {
  const client = useQueryClient();
  const { group_id: groupId, name } = group;
  const form = useForm({
    initial: { username: '', confirm_name: '' },
    check: ({ username, confirm_name: typed }) => ({
      username: username.trim() === '' && t`Please provide a username.`,
      confirm_name: typed !== name && t`Type the room’s name to confirm`,
    }),
    send: ({ username, confirm_name }) =>
      handRoomOver(client, groupId, { username: accountForName(username, offered), confirm_name }),
    onDone: ({ message }) => {
      toast.success(message);
      onClose();
    },
    errorFields: {
      confirmation_wrong: 'confirm_name',
      username_missing: 'username',
      user_not_found: 'username',
      cannot_act_on_self: 'username',
      cannot_own_as_guest: 'username',
      target_not_a_member: 'username',
    },
  });
  const { username } = form.values;
  const offered: readonly string[] = useSuggestedNames(groupId, undefined, username).filter(
    (each) => each !== account,
  );
  return (
    <FormDialog
      form={form}
      title={<Trans>Hand {name} over</Trans>}
      submitLabel={<Trans>Hand over</Trans>}
      onClose={onClose}
    >
      <p className="text-ink-soft">
        <Trans>
          The member you choose looks after this group from now on. You stay in it, but only they can change
          this back.
        </Trans>
      </p>
      <TargetField
        value={username}
        error={form.errorOf('username')}
        offered={offered}
        onChange={(next) => form.change({ username: next })}
      />
      <TextField
        {...form.field('confirm_name')}
        label={<Trans>Type “{name}” to confirm</Trans>}
        autoComplete="off"
        spellCheck={false}
      />
    </FormDialog>
  );
}
