import { displayedName } from '@adda/contract/accounts';
import { excerptOf } from '@adda/contract/messages';
import { SEARCH_TEXT_MAX, type MessageResult } from '@adda/contract/search';
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent } from 'react';
import { chatSearch } from '../../../platform/open-search.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { useDebouncedValue } from '../../../ui/use-debounced-value.ts';
import type { Conversation } from '../history/conversation.ts';
import type { MessageStore } from '../history/message-store.ts';
import { storedPlace, type ListPlaces, type ReadingPlace } from '../list/reading-place.ts';
import { foundMessages, resultsOf, type ChatSearchTerms } from './found-messages.ts';

export type ChatSearchBarProps = {
  conversation: Conversation;
  account: string;
  /** Its senders are suggested. */
  store: MessageStore;
  places: ListPlaces;
  /** Another number whenever the search is opened. */
  opening: number;
  /** Moves the focus to the message input. */
  onLeave: () => void;
};

/** The senders of the messages that are held, with the user. */
const sendersOf = ({ messages }: MessageStore, account: string): readonly string[] => [
  ...new Set([account, ...messages.map(({ sender }) => sender)]),
];

/** Returns the username that a typed name means: of a known sender, or the text itself. */
function usernameOf(typed: string, senders: readonly string[]): string {
  const name = typed.trim().replace(/^@/, '').toLowerCase();
  return senders.find((sender) => displayedName(sender).toLowerCase() === name) ?? name;
}

/** The results of a search, and the one that is shown. New results show their newest message. */
function useSteps({ conversation, places }: ChatSearchBarProps, terms: ChatSearchTerms) {
  const { steps } = places;
  const query = useInfiniteQuery(foundMessages(conversation, terms));
  const isAsked = terms.text !== '' || terms.from !== '';
  const data = isAsked ? query.data : undefined;
  const results = resultsOf(data);
  const [page] = data?.pages ?? [];
  const search = page && `${page.from} ${page.text}`;
  const [shown, setShown] = useState({ search, index: 0 });
  const index = shown.search === search ? shown.index : 0;
  const former = useRef<{ readonly place: ReadingPlace | undefined }>(undefined);
  const show = (result: MessageResult | undefined) => {
    if (!result) return;
    former.current ??= { place: storedPlace.get(steps.key) };
    void steps.show({ sequence: result.message.sequence }, true, true);
  };
  const showFirst = useEffectEvent(() => show(results[0]));
  useEffect(() => {
    if (search !== undefined) showFirst();
  }, [search]);
  const isOld = query.isPlaceholderData;
  const step = async (by: 1 | -1) => {
    if (isOld || query.isFetchingNextPage) return;
    const next = index + by;
    const isBeyond = next >= results.length && query.hasNextPage;
    const found = isBeyond ? resultsOf((await query.fetchNextPage()).data) : results;
    if (!found[next]) return;
    setShown({ search, index: next });
    show(found[next]);
  };
  const restart = () => setShown({ search: undefined, index: 0 });
  return { query, isAsked, results, index, former, step, restart, isOld };
}

type Steps = ReturnType<typeof useSteps>;

/** The place among the results, or why there is none. */
function Count({ steps }: { steps: Steps }) {
  const { query, isAsked, results, index } = steps;
  const result = results[index];
  if (!isAsked) return null;
  if (query.fetchStatus === 'paused') return <Trans>You're offline</Trans>;
  if (query.isError) return <Trans>This didn't load</Trans>;
  if (!query.data || query.isFetchingNextPage || steps.isOld) return <Spinner />;
  if (!result) return <Trans>Nothing found</Trans>;
  const [place, count] = [index + 1, results.length];
  const sender = displayedName(result.message.sender);
  return (
    <>
      {query.hasNextPage ? (
        <Trans>
          {place} of {count}+
        </Trans>
      ) : (
        <Trans>
          {place} of {count}
        </Trans>
      )}
      <span className="sr-only">
        . {sender}: {excerptOf(result.message.content)}
      </span>
    </>
  );
}

const inputClasses =
  'min-h-11 min-w-0 rounded-full border border-transparent bg-raised px-4 placeholder:text-mute focus-visible:border-teal';

/** The field for a sender, which suggests those of the messages that are held. */
function SenderField(props: {
  senders: readonly string[];
  typed: string;
  onChange: (typed: string) => void;
}) {
  const { t } = useLingui();
  const id = useId();
  return (
    <>
      <input
        type="text"
        autoComplete="off"
        autoCapitalize="off"
        value={props.typed}
        onChange={({ target }) => props.onChange(target.value)}
        list={id}
        aria-label={t`Only from`}
        placeholder={t`Anyone`}
        className={`${inputClasses} grow basis-28 sm:max-w-44 sm:grow-0`}
      />
      <datalist id={id}>
        {props.senders.map((sender) => (
          <option key={sender} value={displayedName(sender)}>
            {displayedName(sender)}
          </option>
        ))}
      </datalist>
    </>
  );
}

/** Not `disabled`: the focus stays on a button that has reached the end. */
const unavailable = 'aria-disabled:opacity-45 aria-disabled:active:scale-100';

/** The number of results and the buttons that step through them. */
function StepButtons({ steps, onClose }: { steps: Steps; onClose: () => void }) {
  const { t } = useLingui();
  const { query, results, index, step } = steps;
  return (
    <div className="ms-auto flex items-center">
      <p role="status" className="min-w-14 text-center text-sm text-mute tabular-nums">
        <Count steps={steps} />
      </p>
      {query.isError && (
        <Button tone="quiet" size="small" isBusy={query.isFetching} onClick={() => void query.refetch()}>
          <Trans>Try Again</Trans>
        </Button>
      )}
      <IconButton
        label={t`Older result`}
        aria-disabled={index + 1 >= results.length && !query.hasNextPage}
        className={unavailable}
        icon={<ChevronUp aria-hidden="true" className="size-5" />}
        onClick={() => void step(1)}
      />
      <IconButton
        label={t`Newer result`}
        aria-disabled={index === 0}
        className={unavailable}
        icon={<ChevronDown aria-hidden="true" className="size-5" />}
        onClick={() => void step(-1)}
      />
      <IconButton
        label={t`Close the search`}
        icon={<X aria-hidden="true" className="size-5" />}
        onClick={onClose}
      />
    </div>
  );
}

/** Returns the function that closes the search and moves the focus back to where it was. */
function useClose(onLeave: () => void): () => void {
  const [previous] = useState(() => document.activeElement);
  return () => {
    chatSearch.close();
    if (previous instanceof HTMLElement && previous.isConnected && previous !== document.body)
      previous.focus();
    else onLeave();
  };
}

/** Searches the open chat and steps through the messages found, from the newest to older ones (SR-03, RY-04). */
export function ChatSearchBar(props: ChatSearchBarProps) {
  const { account, store, opening } = props;
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const close = useClose(props.onLeave);
  const [typed, setTyped] = useState('');
  const [typedName, setTypedName] = useState('');
  const senders = sendersOf(store, account);
  const name = useDebouncedValue(typedName);
  const steps = useSteps(props, { text: useDebouncedValue(typed), from: usernameOf(name, senders) });
  useEffect(() => {
    if (opening > 0) input.current?.select();
    if (opening > 0) input.current?.focus();
  }, [opening]);
  const goBack = () => {
    const { current: former } = steps.former;
    if (former?.place) void props.places.steps.show(former.place, false);
    else if (former) props.places.onLatest();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') {
      close();
      goBack();
    } else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
      void steps.step(event.shiftKey ? -1 : 1);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const restartWith = (set: (typed: string) => void) => (next: string) => {
    set(next);
    steps.restart();
  };
  const onTyped = restartWith(setTyped);
  return (
    // Handles the keys of the fields and buttons in it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      role="search"
      aria-label={t`Search messages`}
      onKeyDown={onKeyDown}
      className="flex shrink-0 flex-wrap items-center gap-2 border-b border-line bg-surface px-3 py-2"
    >
      <input
        ref={input}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={SEARCH_TEXT_MAX}
        value={typed}
        onChange={({ target }) => onTyped(target.value)}
        aria-label={t`Search in this chat`}
        placeholder={t`Search in this chat`}
        className={`${inputClasses} grow basis-40`}
      />
      <SenderField senders={senders} typed={typedName} onChange={restartWith(setTypedName)} />
      <StepButtons
        steps={steps}
        onClose={() => {
          const place = steps.former.current?.place;
          if (place) props.places.steps.setFormer((known) => [...known, place]);
          close();
        }}
      />
    </div>
  );
}
