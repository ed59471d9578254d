import type { UploadHashInput } from '@adda/contract/safety';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Dialog } from '../../../ui/dialog.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { ActionForm, fieldError } from '../frame/action-form.tsx';
import { useAction } from '../frame/use-action.ts';
import { hashKindName } from './hash-labels.ts';
import { sendHash } from './safety.queries.ts';

const DIGITS = { sha256: 64, dhash: 16 } as const;

function HashForm({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const [kind, setKind] = useState<UploadHashInput['kind']>('sha256');
  const [value, setValue] = useState('');
  const [note, setNote] = useState('');
  const [hasTried, setTried] = useState(false);
  const act = useAction(sendHash, {
    onDone: () => {
      toast.success(t`The file is kept out from now on`);
      onClose();
    },
  });
  const digits = DIGITS[kind];
  const hash = value.trim().toLowerCase();
  const isWrong = hash.length !== digits || !/^[0-9a-f]*$/.test(hash);
  const submit = () => {
    setTried(true);
    if (!isWrong) act.run({ kind, value: hash, note: note.trim() || undefined });
  };
  return (
    <ActionForm
      submitLabel={<Trans>Keep it out</Trans>}
      isBusy={act.isBusy}
      error={act.error}
      onSubmit={submit}
      onCancel={onClose}
    >
      <SelectField
        name="kind"
        label={<Trans>Kind</Trans>}
        value={kind}
        onChange={(event) => setKind(event.target.value === 'dhash' ? 'dhash' : 'sha256')}
        options={(['sha256', 'dhash'] as const).map((each) => ({ value: each, label: hashKindName(each) }))}
      />
      <TextField
        name="value"
        label={<Trans>Hash</Trans>}
        hint={<Trans>{digits} hex digits</Trans>}
        error={
          (hasTried && isWrong && t`Please write ${digits} hex digits`) || fieldError(act.error, 'value')
        }
        value={value}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setValue(event.target.value)}
      />
      <TextField
        name="note"
        label={<Trans>Note (optional)</Trans>}
        error={fieldError(act.error, 'note')}
        value={note}
        maxLength={200}
        autoComplete="off"
        onChange={(event) => setNote(event.target.value)}
      />
    </ActionForm>
  );
}

/** Blocks a file by its hash; recorded in the audit. */
export function HashDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      keepOpenOnOutsidePress
      title={<Trans>Keep a file out</Trans>}
      description={
        <Trans>Who uploads it is told that it can’t be shared. Files that are here already stay.</Trans>
      }
    >
      <HashForm onClose={onClose} />
    </Dialog>
  );
}
