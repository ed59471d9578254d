import type { ListedWord } from '@adda/contract/safety';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { useKeepFocus } from '../../../ui/use-focus-kept.ts';
import { EmptyState } from '../../../ui/view-states.tsx';
import { FilterSelect, FilterText } from '../frame/filters.tsx';
import { Loaded } from '../frame/loaded.tsx';
import { PagedRows } from '../frame/paged-rows.tsx';
import { pageOf } from '../frame/pager.tsx';
import { useAdminPlace } from '../frame/use-admin-place.ts';
import { wordsQuery } from './safety.queries.ts';
import { WordRow } from './word-row.tsx';
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
