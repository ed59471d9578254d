import type { ListedWord } from '@adda/contract/safety';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { Time } from '../../../ui/time.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useKeepFocus } from '../../../ui/use-focus-kept.ts';
import { EmptyState } from '../../../ui/view-states.tsx';
import { failureText } from '../frame/failure-text.ts';
import { FilterSelect, FilterText } from '../frame/filters.tsx';
import { Loaded } from '../frame/loaded.tsx';
import { PagedRows } from '../frame/paged-rows.tsx';
import { pageOf } from '../frame/pager.tsx';
import { StateMark } from '../frame/state-mark.tsx';
import { useAction } from '../frame/use-action.ts';
import { useAdminPlace } from '../frame/use-admin-place.ts';
import { sendWord, sendWordRemoval, wordsQuery } from './safety.queries.ts';
import { wordActionName } from './word-labels.ts';

const PAGE_SIZE = 25;

function WordFilters() {
  const { t } = useLingui();
  const { filter, narrow } = useAdminPlace();
  return (
    <div role="search" aria-label={t`Search words`} className="flex flex-wrap gap-2">
      <FilterText
        label={t`Search the list`}
        value={filter.word ?? ''}
        onChange={(word) => narrow({ word, words: '' })}
      />
      <FilterSelect
        label={t`What happens`}
        value={filter.action ?? ''}
        onChange={(action) => narrow({ action, words: '' })}
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

function WordRows({ words }: { words: readonly ListedWord[] }) {
  const { t } = useLingui();
  const { filter, narrow } = useAdminPlace();
  const searched = (filter.word ?? '').toLocaleLowerCase();
  const fitting = words.filter(
    ({ word, action }) =>
      word.toLocaleLowerCase().includes(searched) && (!filter.action || action === filter.action),
  );
  const page = Math.min(pageOf(filter.words), Math.max(1, Math.ceil(fitting.length / PAGE_SIZE)));
  return (
    <PagedRows
      label={t`Words`}
      count={plural(fitting.length, { one: '# word', other: '# words' })}
      empty={
        <EmptyState
          title={words.length > 0 ? <Trans>No such word</Trans> : <Trans>The list is empty</Trans>}
        />
      }
      page={page}
      pageSize={PAGE_SIZE}
      total={fitting.length}
      onTurn={(to) => narrow({ words: String(to) })}
    >
      {fitting.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map((word) => (
        <WordRow key={word.word_id} word={word} />
      ))}
    </PagedRows>
  );
}

/** The word list with a search (SV-105). */
export function WordList() {
  const query = useQuery(wordsQuery);
  const region = useRef<HTMLDivElement>(null);
  // Removing a row also removes the pressed button.
  const focusKept = useKeepFocus(() => region.current);
  return (
    <div ref={region} tabIndex={-1} {...focusKept} className="grid grid-cols-1 gap-3 outline-none">
      <WordFilters />
      <Loaded query={query} skeleton={<ListSkeleton rows={4} />}>
        {(words) => <WordRows words={words} />}
      </Loaded>
    </div>
  );
}
