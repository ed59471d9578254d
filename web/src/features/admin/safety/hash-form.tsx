import type { UploadHashInput } from '@adda/contract/safety';
import { Trans, useLingui } from '@lingui/react/macro';
import { ActionForm } from '../../../ui/form.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useActionForm } from '../frame/use-action.ts';
import { hashKindName } from './safety-labels.ts';
import { sendHash } from './safety.queries.ts';

const DIGITS = { sha256: 64, dhash: 16 } as const;

const kinds = ['sha256', 'dhash'] as const;
const blank = { kind: 'sha256' as UploadHashInput['kind'], value: '', note: '' };

/** Blocks a file by its hash; recorded in the audit. */
export function HashForm({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const form = useActionForm({
    initial: blank,
    check: ({ kind, value }) => {
      const digits = DIGITS[kind];
      const isHash = value.trim().length === digits && /^[0-9a-f]*$/i.test(value.trim());
      return { value: !isHash && t`Please write ${digits} hex digits` };
    },
    send: ({ kind, value, note }) =>
      sendHash({ kind, value: value.trim().toLowerCase(), note: note.trim() || undefined }),
    onDone: () => {
      toast.success(t`The file is kept out from now on`);
      onClose();
    },
  });
  const digits = DIGITS[form.values.kind];
  return (
    <ActionForm form={form} submitLabel={<Trans>Keep it out</Trans>} onCancel={onClose} className="mt-4">
      <SelectField
        {...form.choice('kind', kinds)}
        label={<Trans>Kind</Trans>}
        options={kinds.map((value) => ({ value, label: hashKindName(value) }))}
      />
      <TextField
        {...form.field('value')}
        label={<Trans>Hash</Trans>}
        hint={<Trans>{digits} hex digits</Trans>}
        autoComplete="off"
        spellCheck={false}
      />
      <TextField
        {...form.field('note')}
        label={<Trans>Note (optional)</Trans>}
        maxLength={200}
        autoComplete="off"
      />
    </ActionForm>
  );
}
