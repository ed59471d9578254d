import { SEARCH_TEXT_MAX } from '@adda/contract/search';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Search, WifiOff, X } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent } from 'react';
import { searchDialog } from '../../platform/open-search.ts';
import { useSession } from '../../platform/use-session.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { ListSkeleton } from '../../ui/skeletons.tsx';
import { useDebouncedValue } from '../../ui/use-debounced-value.ts';
import { useModal } from '../../ui/use-modal.ts';
import { EmptyState, ErrorState } from '../../ui/view-states.tsx';
import { focusRecent, RecentList } from './recent-list.tsx';
import { recentSearches } from './recent-searches.ts';
import { optionId, ResultList } from './result-list.tsx';
import { everything, optionsOf, type SearchOption } from './search.queries.ts';
import { useGo } from './use-go.ts';

const noOptions: readonly SearchOption[] = [];

/** The results of what is typed, or those of the previous text while they load. */
function useResults(typed: string) {
  const text = useDebouncedValue(typed);
  const query = useQuery(everything(text));
  const { data } = typed.trim() === '' ? {} : query;
  const options = data ? optionsOf(data.text, data.found) : noOptions;
  const isOffline = query.fetchStatus === 'paused';
  return { query, data, options, isOffline, isCurrent: data?.text === typed.trim() };
}

type Results = ReturnType<typeof useResults>;

/** What the dialog shows below the input while there is a text. */
function Found({
  results,
  ...list
}: {
  results: Results;
  id: string;
  active: number;
  onPick: (option: SearchOption) => void;
}) {
  const { query, data, options, isOffline, isCurrent } = results;
  if (isOffline) {
    return (
      <EmptyState
        icon={<WifiOff className="size-7" />}
        title={<Trans>You're offline</Trans>}
        text={<Trans>The search goes on as soon as you're back.</Trans>}
      />
    );
  }
  if (query.isError) {
    return (
      <ErrorState
        text={query.error.message}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    );
  }
  if (!data) return <ListSkeleton rows={4} />;
  if (options.length > 0)
    return <ResultList {...list} text={data.text} options={options} isOld={!isCurrent} />;
  return isCurrent ? (
    <EmptyState
      icon={<Search className="size-7" />}
      title={<Trans>Nothing found</Trans>}
      text={<Trans>Try fewer letters, or another word.</Trans>}
    />
  ) : (
    <ListSkeleton rows={4} />
  );
}

/** Returns the index that a key leads to; undefined for other keys. */
function stepOf(key: string, active: number, count: number): number | undefined {
  const steps: Record<string, number> = {
    ArrowDown: (active + 1) % count,
    ArrowUp: (active + count - 1) % count,
    Home: 0,
    End: count - 1,
  };
  return steps[key];
}

/** The active option: the first one of new results. Enter before they have arrived opens it as soon as they have. */
function useActive(results: Results, onPick: (option: SearchOption) => void) {
  const { data, options, isCurrent } = results;
  const [marked, setMarked] = useState({ data, index: 0 });
  const isAwaited = useRef(false);
  const active = marked.data === data ? Math.min(marked.index, options.length - 1) : 0;
  const pickAwaited = useEffectEvent(() => {
    const [first] = options;
    if (isAwaited.current && first) onPick(first);
    isAwaited.current = false;
  });
  useEffect(() => {
    if (isCurrent) pickAwaited();
  }, [isCurrent]);
  const takeKey = (key: string): boolean => {
    isAwaited.current = key === 'Enter' && !isCurrent;
    if (key === 'Enter') {
      const option = options[active];
      if (isCurrent && option) onPick(option);
      return true;
    }
    const step = options.length > 0 ? stepOf(key, active, options.length) : undefined;
    if (step !== undefined) setMarked({ data, index: step });
    return step !== undefined;
  };
  return { active, takeKey };
}

/** The searches of this device, which a press repeats; without any, what can be found. */
function Recent({ account, onPick }: { account: string; onPick: (text: string) => void }) {
  const [texts, setTexts] = useState(() => recentSearches.get(account));
  if (texts.length === 0) {
    return (
      <EmptyState
        icon={<Search className="size-7" />}
        title={<Trans>What are you looking for?</Trans>}
        text={<Trans>People, rooms, posts, hashtags, and messages in your chats.</Trans>}
      />
    );
  }
  return (
    <RecentList
      texts={texts}
      onPick={onPick}
      onRemove={(text) => setTexts(recentSearches.remove(account, text))}
      onClear={() => setTexts(recentSearches.clear(account))}
    />
  );
}

/** The search over people, rooms, posts, hashtags and messages (SR-02). */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const account = useSession()?.username ?? '';
  const id = useId();
  const modal = useModal(true, onClose);
  const [typed, setTyped] = useState(searchDialog.initialText);
  const go = useGo();
  const results = useResults(typed);
  const { options, isCurrent } = results;
  const write = (text: string) => {
    setTyped(text);
    modal.ref.current?.querySelector('input')?.focus();
  };
  const pick = (option: SearchOption) => {
    recentSearches.add(account, typed.trim());
    if (option.kind === 'hashtags') write(`#${option.hashtag.tag}`);
    else go(option);
  };
  const { active, takeKey } = useActive(results, pick);
  const isEmpty = typed.trim() === '';
  const isListed = options.length > 0 && !results.isOffline && !results.query.isError;
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { nativeEvent, shiftKey, ctrlKey, metaKey, altKey } = event;
    if (nativeEvent.isComposing || shiftKey || ctrlKey || metaKey || altKey) return;
    if (isEmpty && event.key === 'ArrowDown') {
      event.preventDefault();
      focusRecent(modal.ref.current);
    } else if (!isEmpty && takeKey(event.key)) event.preventDefault();
  };
  return (
    <dialog {...modal} aria-label={t`Search`} className="sheet [--sheet-size:40rem]">
      <div className="flex h-[min(40rem,calc(100dvh-2rem))] flex-col">
        <div className="flex items-center gap-1 border-b border-line py-2 ps-5 pe-2 has-[input:focus-visible]:border-teal">
          <Search aria-hidden="true" className="size-5 shrink-0 text-mute" />
          <input
            // Not of type search: Escape would clear it instead of closing the dialog.
            type="text"
            role="combobox"
            inputMode="search"
            enterKeyHint="search"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={SEARCH_TEXT_MAX}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            onKeyDown={onKeyDown}
            aria-label={t`Search everything`}
            placeholder={t`Search everything`}
            aria-autocomplete="list"
            aria-expanded={isListed}
            aria-controls={isListed ? id : undefined}
            aria-activedescendant={isListed ? optionId(id, active) : undefined}
            className="min-h-11 min-w-0 grow bg-transparent px-2 text-lg outline-none placeholder:text-mute"
          />
          <IconButton label={t`Close`} icon={<X aria-hidden="true" className="size-5" />} onClick={onClose} />
        </div>
        <p role="status" className="sr-only">
          {!isEmpty && isCurrent && (
            <Plural value={options.length} _0="Nothing found" one="# result" other="# results" />
          )}
        </p>
        <div className="min-h-0 grow overflow-y-auto p-3">
          {isEmpty ? (
            <Recent account={account} onPick={write} />
          ) : (
            <Found results={results} id={id} active={active} onPick={pick} />
          )}
        </div>
      </div>
    </dialog>
  );
}
