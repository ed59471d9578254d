import { WORD_MAX, type WordInput } from '@adda/contract/safety';
import { Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { ActionForm, fieldError } from '../frame/action-form.tsx';
import { useAction } from '../frame/use-action.ts';
import { sendWord } from './safety.queries.ts';
import { wordActionName } from './word-labels.ts';

/** Adds a word to the list, then clears the field for the next one (SV-105). */
export function WordForm() {
  const { t } = useLingui();
  const [word, setWord] = useState('');
  const [action, setAction] = useState<WordInput['action']>('refuse');
  const [hasTried, setTried] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const act = useAction(sendWord, {
    onDone: (_answer, { word: added }) => {
      toast.success(t`“${added}” is on the list`);
      setWord('');
      setTried(false);
      field.current?.focus();
    },
  });
  const isEmpty = word.trim() === '';
  const submit = () => {
    setTried(true);
    if (!isEmpty) act.run({ word: word.trim(), action });
  };
  return (
    <ActionForm
      label={t`Add a word`}
      submitLabel={<Trans>Add the word</Trans>}
      isBusy={act.isBusy}
      error={act.error}
      onSubmit={submit}
    >
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_auto]">
        <TextField
          ref={field}
          name="word"
          label={<Trans>Word, or several in a row</Trans>}
          error={(hasTried && isEmpty && t`Enter a word.`) || fieldError(act.error, 'word')}
          value={word}
          maxLength={WORD_MAX}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setWord(event.target.value)}
        />
        <SelectField
          name="action"
          label={<Trans>What happens to the text</Trans>}
          value={action}
          onChange={(event) => setAction(event.target.value === 'review' ? 'review' : 'refuse')}
          options={(['refuse', 'review'] as const).map((value) => ({ value, label: wordActionName(value) }))}
        />
      </div>
    </ActionForm>
  );
}
