import { WORD_MAX, type WordInput } from '@adda/contract/safety';
import { Trans, useLingui } from '@lingui/react/macro';
import { useRef } from 'react';
import { ActionForm } from '../../../ui/form.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useActionForm } from '../frame/use-action.ts';
import { sendWord } from './safety.queries.ts';
import { wordActionName } from './safety-labels.ts';

const actions = ['refuse', 'review'] as const;
const blank: WordInput = { word: '', action: 'refuse' };

/** Adds a word to the list, then clears the field for the next one (SV-105). */
export function WordForm() {
  const { t } = useLingui();
  const field = useRef<HTMLInputElement>(null);
  const form = useActionForm({
    initial: blank,
    check: ({ word }) => ({ word: word.trim() === '' && t`Enter a word.` }),
    send: ({ word, action }) => sendWord({ word: word.trim(), action }),
    onDone: (_answer, { word }) => {
      const added = word.trim();
      toast.success(t`“${added}” is on the list`);
      form.change({ word: '' });
      field.current?.focus();
    },
  });
  return (
    <ActionForm form={form} label={t`Add a word`} submitLabel={<Trans>Add the word</Trans>} className="mt-4">
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_auto]">
        <TextField
          {...form.field('word')}
          ref={field}
          label={<Trans>Word, or several in a row</Trans>}
          maxLength={WORD_MAX}
          autoComplete="off"
          spellCheck={false}
        />
        <SelectField
          {...form.choice('action', actions)}
          label={<Trans>What happens to the text</Trans>}
          options={actions.map((value) => ({ value, label: wordActionName(value) }))}
        />
      </div>
    </ActionForm>
  );
}
