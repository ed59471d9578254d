import { PASSKEY_NAME_MAX } from '@adda/contract/accounts';
import { Trans, useLingui } from '@lingui/react/macro';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useForm } from '../../../ui/use-form.ts';
import { addPasskey } from './add-passkey.ts';
import { deviceName } from './device-name.ts';
import { useRefreshFactors } from './factors.queries.ts';

function NameDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const refresh = useRefreshFactors();
  const form = useForm({
    initial: { name: deviceName() },
    check: ({ name }) => ({
      name:
        (name.trim() === '' && t`Give it a name.`) ||
        (name.trim().length > PASSKEY_NAME_MAX && t`Use at most ${PASSKEY_NAME_MAX} characters.`),
    }),
    send: ({ name }) => addPasskey(name),
    async onDone(added) {
      if (!added) return;
      await refresh();
      onClose();
      toast.success(t`Your passkey is added. You can log in with it from now on.`);
    },
  });
  return (
    <FormDialog form={form} title={t`Add a passkey`} onClose={onClose} submitLabel={<Trans>Continue</Trans>}>
      <TextField
        {...form.field('name')}
        label={t`Name of the passkey`}
        hint={t`So that you know it again in the list. Your device asks you next.`}
        autoComplete="off"
        required
      />
    </FormDialog>
  );
}

/** Adds a passkey, with a name that this device suggests (ID-01). */
export function AddPasskey() {
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <Button
        tone="quiet"
        size="small"
        icon={<KeyRound aria-hidden="true" className="size-4" />}
        onClick={() => setOpen(true)}
      >
        <Trans>Add a passkey</Trans>
      </Button>
      {isOpen && <NameDialog onClose={() => setOpen(false)} />}
    </div>
  );
}
