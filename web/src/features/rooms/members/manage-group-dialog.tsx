import { Trans, useLingui } from '@lingui/react/macro';
import { displayedName } from '@adda/contract/accounts';
import type { Group } from '@adda/contract/rooms';
import { useEffect, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormErrors } from '../../../ui/form-errors.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import {
  allowedManageActions,
  isAboutPermissions,
  problemText,
  takesReason,
  type ManageAction,
} from './manage-actions.ts';
import { PermissionFields, RemovalFields, TargetField } from './manage-fields.tsx';
import { useRoomDialogs, type ManageTarget } from '../room-dialogs.tsx';
import { may } from '../room-rights.ts';
import { useManageForm } from './use-manage-form.ts';

export type ManageGroupDialogProps = {
  group: Group;
  account: string;
  /** What is done to whom, if that was chosen at a member or a message (HM-11). */
  target?: ManageTarget | undefined;
  onClose: () => void;
};

function useActionNames(): Record<ManageAction, string> {
  const { t: text } = useLingui();
  return {
    kick: text`Kick`,
    ban: text`Ban`,
    timeout: text`Timeout`,
    unban: text`Unban`,
    grant: text`Grant permissions`,
    revoke: text`Revoke permissions`,
  };
}

function ManageForm(props: ManageGroupDialogProps) {
  const { t: text } = useLingui();
  const { group, target, onClose } = props;
  const form = useManageForm({ groupId: group.group_id, target, onDone: onClose });
  const { action, problems, attempts, order } = form;
  const names = useActionNames();
  const allowed = allowedManageActions(group);
  const element = useRef<HTMLFormElement>(null);
  // Focuses the first invalid field.
  useEffect(() => {
    if (attempts > 0) element.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [attempts]);
  return (
    <form ref={element} noValidate onSubmit={form.submit} className="mt-3 grid gap-4">
      {order.error && <FormErrors message={problemText(order.error)} />}
      {!target && (
        <>
          <SelectField
            name="action"
            label={<Trans>Action</Trans>}
            placeholder={text`Choose what to do`}
            error={problems.action}
            value={action ?? ''}
            onChange={(event) => form.choose(allowed.find((each) => each === event.target.value))}
            options={allowed.map((value) => ({ value, label: names[value] }))}
          />
          <TargetField
            value={form.typed}
            error={problems.username}
            offered={form.offered}
            onChange={form.name}
          />
        </>
      )}
      {isAboutPermissions(action) && (
        <PermissionFields
          chosen={form.permissions}
          error={problems.permissions}
          isGrant={action === 'grant'}
          onChange={form.tick}
        />
      )}
      {takesReason(action) && (
        <RemovalFields
          isTimeout={action === 'timeout'}
          given={form.removal}
          error={problems.minutes}
          onChange={form.describe}
        />
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button tone="quiet" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" tone={takesReason(action) ? 'danger' : 'primary'} isBusy={order.isPending}>
          {action === undefined ? <Trans>Continue</Trans> : names[action]}
        </Button>
      </div>
    </form>
  );
}

/** Asks before one thing is done to one member; says what follows from it (HM-11). */
function AskFirst(props: ManageGroupDialogProps & { target: ManageTarget }) {
  const { target, onClose } = props;
  const name = displayedName(target.username);
  const texts = {
    kick: [
      <Trans key="title">Kick {name}?</Trans>,
      <Trans key="text">They leave the group now, and may join again.</Trans>,
    ],
    ban: [
      <Trans key="title">Ban {name}?</Trans>,
      <Trans key="text">They leave the group now, and can’t join again until the ban is lifted.</Trans>,
    ],
    timeout: [
      <Trans key="title">Timeout for {name}</Trans>,
      <Trans key="text">They can read along, and write again when it is over.</Trans>,
    ],
  };
  const [title, description] = texts[target.action];
  return (
    <Dialog isOpen onClose={onClose} keepOpenOnOutsidePress title={title} description={description}>
      <ManageForm {...props} />
    </Dialog>
  );
}

/** The actions of moderators on users of a room, and deleting the room (GM-03, GM-04, GM-16 to GM-19). */
export function ManageGroupDialog(props: ManageGroupDialogProps) {
  const { group, target, onClose } = props;
  const { ask } = useRoomDialogs();
  if (target) return <AskFirst {...props} target={target} />;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      keepOpenOnOutsidePress
      title={<Trans>Manage Group</Trans>}
      description={group.name}
    >
      <ManageForm {...props} />
      {may(group, 'delete_group') && (
        <div className="mt-6 flex flex-wrap gap-x-6 gap-y-2 border-t border-line pt-4">
          {may(group, 'transfer') && (
            <Button tone="plain" onClick={() => ask('transfer')}>
              <Trans>Hand this group over</Trans>
            </Button>
          )}
          <Button tone="plain" className="text-danger!" onClick={() => ask('delete_group')}>
            <Trans>Delete Group</Trans>
          </Button>
        </div>
      )}
    </Dialog>
  );
}
