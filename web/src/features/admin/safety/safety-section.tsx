import { Trans, useLingui } from '@lingui/react/macro';
import { Plus } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { DialogButton } from '../frame/dialog-button.tsx';
import { SectionPage } from '../frame/section-page.tsx';
import { HashList } from './hash-list.tsx';
import { LimitsForm } from './limits-form.tsx';
import { WordForm } from './word-form.tsx';
import { WordList } from './word-list.tsx';
import type { UploadHashInput } from '@adda/contract/safety';
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
function HashForm({ onClose }: { onClose: () => void }) {
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

type PartProps = { title: ReactNode; lead: ReactNode; action?: ReactNode; children: ReactNode };

function SafetyPart({ title, lead, action, children }: PartProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid min-w-0 grid-cols-1 gap-4 rounded-card border border-line bg-surface p-4 shadow-card sm:p-5"
    >
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 id={id} className="text-lg">
            {title}
          </h2>
          <p className="max-w-prose text-sm text-pretty text-mute">{lead}</p>
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}

function BlockedFiles() {
  return (
    <SafetyPart
      title={<Trans>Files kept out</Trans>}
      lead={<Trans>Refused whenever somebody uploads them. Removed posts can put theirs here.</Trans>}
      action={
        <DialogButton
          tone="quiet"
          size="small"
          icon={<Plus aria-hidden="true" className="size-4" />}
          label={<Trans>Add by hash…</Trans>}
          title={<Trans>Keep a file out</Trans>}
          description={
            <Trans>Who uploads it is told that it can’t be shared. Files that are here already stay.</Trans>
          }
        >
          {(close) => <HashForm onClose={close} />}
        </DialogButton>
      }
    >
      <HashList />
    </SafetyPart>
  );
}

/** Safety: limits of new accounts, the word list, blocked files (SV-105). */
export function SafetySection() {
  const { t } = useLingui();
  return (
    <SectionPage
      title={t`Safety`}
      lead={<Trans>What you set here counts everywhere within seconds and is kept in the audit.</Trans>}
    >
      <SafetyPart
        title={<Trans>New accounts</Trans>}
        lead={<Trans>What they may not do yet while they are new.</Trans>}
      >
        <LimitsForm />
      </SafetyPart>
      <SafetyPart
        title={<Trans>Word list</Trans>}
        lead={<Trans>Upper and lower case, accents and letters written as digits count as the same.</Trans>}
      >
        <WordForm />
        <WordList />
      </SafetyPart>
      <BlockedFiles />
    </SectionPage>
  );
}
