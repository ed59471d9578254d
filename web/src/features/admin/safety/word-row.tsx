import type { ListedWord } from '@adda/contract/safety';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Trash2 } from 'lucide-react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Time } from '../../../ui/time.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { failureText } from '../frame/failure-text.ts';
import { StateMark } from '../frame/state-mark.tsx';
import { useAction } from '../frame/use-action.ts';
import { sendWord, sendWordRemoval } from './safety.queries.ts';
import { wordActionName } from './word-labels.ts';

/** Removes a word immediately; the toast offers to restore it. */
function useWordRemoval({ word_id: id, word, action }: ListedWord) {
  const { t } = useLingui();
  const onFailed = (error: Error) => void toast.problem(failureText(error));
  const restore = useAction(() => sendWord({ word, action }), {
    onDone: () => void toast.success(t`“${word}” is on the list again`),
    onFailed,
  });
  return useAction(() => sendWordRemoval(id), {
    onDone: () =>
      void toast.show(t`“${word}” was taken off the list`, {
        tone: 'success',
        action: { label: t`Undo`, onPress: () => restore.run(undefined) },
      }),
    onFailed,
  });
}

/** A listed word: how it is handled and how often it was found. */
export function WordRow({ word }: { word: ListedWord }) {
  const { t } = useLingui();
  const removal = useWordRemoval(word);
  const { word: text, hits, added_by: by } = word;
  return (
    <li className="flex items-center gap-3 border-b border-line py-1.5 last:border-0">
      <div className="grid min-w-0 grow gap-1">
        <strong dir="auto" className="wrap-anywhere">
          {text}
        </strong>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-mute">
          <StateMark tone={word.action === 'refuse' ? 'bad' : 'warm'}>
            {wordActionName(word.action)}
          </StateMark>
          <span className="tabular-nums">{plural(hits, { one: 'met once', other: 'met # times' })}</span>
          <span>
            <Trans>
              by {by} · <Time value={word.created_at} as="ago" />
            </Trans>
          </span>
        </p>
      </div>
      <IconButton
        label={t`Take “${text}” off the list`}
        icon={<Trash2 aria-hidden="true" className="size-5" />}
        aria-busy={removal.isBusy || undefined}
        onClick={() => removal.run(undefined)}
      />
    </li>
  );
}
