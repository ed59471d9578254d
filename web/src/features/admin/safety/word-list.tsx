import type { ListedWord } from '@adda/contract/safety';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Time } from '../../../ui/time.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { EmptyState } from '../../../ui/view-states.tsx';
import { failureText } from '../../../ui/failure-text.ts';
import { FilterSelect, FilterText } from '../frame/filters.tsx';
import { PagedList } from '../frame/paged-list.tsx';
import { StateMark } from '../frame/state-mark.tsx';
import { useAction } from '../frame/use-action.ts';
import { useAdminPlace } from '../frame/use-admin-place.ts';
import { sendWord, sendWordRemoval, wordsQuery } from './safety.queries.ts';
import { wordActionName } from './safety-labels.ts';

const PAGE_SIZE = 25;

function WordFilters() {
  const { t } = useLingui();
  return (
    <div role="search" aria-label={t`Search words`} className="flex flex-wrap gap-2">
      <FilterText name="word" label={t`Search the list`} pageName="words" />
      <FilterSelect
        name="action"
        label={t`What happens`}
        pageName="words"
        options={[
          { value: '', label: t`All words` },
          { value: 'refuse', label: wordActionName('refuse') },
          { value: 'review', label: wordActionName('review') },
        ]}
      />
    </div>
  );
}

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
function WordRow({ word }: { word: ListedWord }) {
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

/** The word list with a search (SV-105). */
export function WordList() {
  const { t } = useLingui();
  const { filter } = useAdminPlace();
  const query = useQuery(wordsQuery);
  const searched = (filter.word ?? '').toLocaleLowerCase();
  const isListEmpty = query.data?.length === 0;
  return (
    <div className="grid grid-cols-1 gap-3">
      <WordFilters />
      <PagedList
        losesRows
        query={query}
        items={(words) =>
          words.filter(
            ({ word, action }) =>
              word.toLocaleLowerCase().includes(searched) && (!filter.action || action === filter.action),
          )
        }
        pageSize={PAGE_SIZE}
        pageName="words"
        label={t`Words`}
        count={(total) => plural(total, { one: '# word', other: '# words' })}
        empty={
          <EmptyState title={isListEmpty ? <Trans>The list is empty</Trans> : <Trans>No such word</Trans>} />
        }
      >
        {(word) => <WordRow key={word.word_id} word={word} />}
      </PagedList>
    </div>
  );
}
