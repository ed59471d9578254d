import type { InboxFilter, InboxItem } from '@adda/contract/inbox';
import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { CheckCheck, MessagesSquare, RotateCw } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { isUnauthorized, listProblem, refetchFromStart } from '../../platform/list-calls.ts';
import { useKeptScroll } from '../../ui/place-memory.ts';
import {
  useOpenChat,
  useSwitchChat,
  type ChatAddress,
  type ListSearch,
} from '../../platform/use-switch-chat.ts';
import { useSession } from '../../platform/use-session.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { InSlices } from '../../ui/in-slices.tsx';
import { NearEnd } from '../../ui/near-end.tsx';
import { ListSkeleton } from '../../ui/skeletons.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useIsDesktop } from '../../ui/use-media-query.ts';
import { EmptyState, ErrorState } from '../../ui/view-states.tsx';
import { InboxRow } from './inbox-row.tsx';
import { inbox, inboxFilters, inboxItemsOf, inboxKey, isListed, rowKeyOf } from './inbox.queries.ts';

/** The filter of the inbox in the address; all of it without one. */
const useFilter = (): InboxFilter => {
  const { show }: ListSearch = useSearch({ strict: false });
  return inboxFilters.find((name) => name === show) ?? 'all';
};

/** Requests the list again (CV-02). */
export function InboxActions() {
  const { t: text } = useLingui();
  const client = useQueryClient();
  const { isFetching } = useInfiniteQuery(inbox(client, useFilter()));
  return (
    <IconButton
      label={text`Refresh`}
      aria-busy={isFetching || undefined}
      icon={<RotateCw aria-hidden="true" className={isFetching ? 'size-5 animate-spin' : 'size-5'} />}
      onClick={() => refetchFromStart(client, inboxKey)}
    />
  );
}

/**
 * The filters. Each is a place of the history (HM-10); beside an open chat it replaces the step instead, because Back closes the
 * chat (SH-10).
 */
function Filters({ shown }: { shown: InboxFilter }) {
  const { t: text } = useLingui();
  const navigate = useNavigate();
  const { groupId, username } = useOpenChat();
  const labels: Record<InboxFilter, string> = {
    all: text`All`,
    unread: text`Unread`,
    rooms: text`Rooms`,
    people: text`People`,
  };
  const choose = (filter: InboxFilter) => {
    if (filter === shown) return;
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, show: filter === 'all' ? undefined : filter }),
      replace: groupId !== undefined || username !== undefined,
      ignoreBlocker: true,
    });
  };
  return (
    <div role="group" aria-label={text`Show`} className="flex flex-wrap gap-1.5 px-3 pt-2 pb-1">
      {inboxFilters.map((filter) => (
        <button
          key={filter}
          type="button"
          aria-pressed={filter === shown}
          onClick={() => choose(filter)}
          className="min-h-9 rounded-full border border-line px-3 text-sm font-semibold text-mute transition-colors hover:text-ink aria-pressed:border-transparent aria-pressed:bg-rani-wash aria-pressed:text-rani-ink pointer-coarse:min-h-11"
        >
          {labels[filter]}
        </button>
      ))}
    </div>
  );
}

/** The way to where one finds a room or a person; on wide screens both stand beside the inbox (HM-03). */
function OtherList({ list }: { list: 'rooms' | 'users' }) {
  return (
    <Link
      to="."
      search={(before: object) => ({ ...before, list })}
      ignoreBlocker
      className={buttonClasses('quiet', 'small')}
    >
      {list === 'rooms' ? <Trans>Find a room</Trans> : <Trans>Find people</Trans>}
    </Link>
  );
}

/** Why a filter lists nothing, and what to do next. */
function Nothing({ filter }: { filter: InboxFilter }) {
  const isDesktop = useIsDesktop();
  if (filter === 'unread') {
    return (
      <EmptyState
        icon={<CheckCheck className="size-7" />}
        title={<Trans>Nothing unread</Trans>}
        text={<Trans>You have read everything there is.</Trans>}
      />
    );
  }
  const isRooms = filter === 'rooms';
  const isPeople = filter === 'people';
  return (
    <EmptyState
      icon={<MessagesSquare className="size-7" />}
      title={isRooms ? <Trans>No rooms yet</Trans> : <Trans>No conversations yet</Trans>}
      text={
        filter === 'all' ? (
          <Trans>Rooms you join and people you write to show up here.</Trans>
        ) : isRooms ? (
          <Trans>Rooms you join show up here.</Trans>
        ) : (
          <Trans>Say hello to somebody under Users.</Trans>
        )
      }
      action={!isDesktop && <OtherList list={isPeople ? 'users' : 'rooms'} />}
    />
  );
}

const addressOf = (item: InboxItem): ChatAddress =>
  item.kind === 'room' ? { groupId: item.group_id } : { username: item.username };

/** Moves the focus between the rows: up, down, to the first and the last. */
function moveFocus(event: KeyboardEvent<HTMLUListElement>): void {
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a')];
  const at = links.findIndex((link) => link === document.activeElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }[event.key];
  const link = to === undefined ? undefined : links[to];
  if (!link || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  link.focus();
}

type RowsProps = { items: readonly InboxItem[]; hasMore: boolean; onNear: (chat: ChatAddress) => void };

/** The rows; Tab reaches one of them, arrows the others. */
function Rows({ items, hasMore, onNear }: RowsProps) {
  const { t: text } = useLingui();
  const account = useSession()?.username ?? '';
  const switchChat = useSwitchChat();
  const open = useOpenChat();
  const [focused, setFocused] = useState<string>();
  const openKey = open.groupId ?? (open.username === undefined ? undefined : `@${open.username}`);
  const keys = items.map(rowKeyOf);
  const tabStop = [focused, openKey].find((key) => key !== undefined && keys.includes(key)) ?? keys[0];
  return (
    // The keys only move between the links in the list.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ul aria-label={text`Recent Chats`} className="grid grid-cols-1" onKeyDown={moveFocus}>
      {items.map((item) => {
        const key = rowKeyOf(item);
        return (
          <li
            key={key}
            aria-setsize={hasMore ? -1 : undefined}
            // Rows out of sight cost nothing, without leaving the list.
            className="[contain-intrinsic-size:auto_4.25rem] [content-visibility:auto]"
          >
            <InboxRow
              item={item}
              account={account}
              isOpen={key === openKey}
              tabIndex={key === tabStop ? 0 : -1}
              onFocus={() => setFocused(key)}
              onPointerEnter={() => onNear(addressOf(item))}
              onOpen={() => switchChat(addressOf(item))}
            />
          </li>
        );
      })}
    </ul>
  );
}

export type InboxListProps = {
  /** Shown between the filters and the rows. */
  above?: ReactNode;
  /** What is `above` is still loading: the rows, which it would move, wait for it. */
  isWaiting?: boolean;
  /** Called when the pointer comes near a row that may be opened next. */
  onNear: (chat: ChatAddress) => void;
};

/** Everything that the user talks in, the newest first, with filters (HM-01, CV-01 to CV-13, SH-53). */
export function InboxList({ above, isWaiting = false, onNear }: InboxListProps) {
  const filter = useFilter();
  const top = useRef<HTMLDivElement>(null);
  useKeptScroll(top, `inbox ${filter}`);
  const { isPending } = useInfiniteQuery(inbox(useQueryClient(), filter));
  const isKnown = !isPending && !isWaiting;
  // Another filter doesn't hide what is above the rows again.
  const [hasBegun, setBegun] = useState(isKnown);
  if (isKnown && !hasBegun) setBegun(true);
  return (
    <div ref={top} className="grid grid-cols-1">
      <Filters shown={filter} />
      {hasBegun ? (
        <>
          {above}
          <Listed key={filter} filter={filter} onNear={onNear} />
        </>
      ) : (
        <ListSkeleton />
      )}
    </div>
  );
}

function Listed({ filter, onNear }: { filter: InboxFilter } & Pick<InboxListProps, 'onNear'>) {
  const client = useQueryClient();
  const query = useInfiniteQuery(inbox(client, filter));
  const { data, error, isFetching, hasNextPage, fetchNextPage, isFetchNextPageError } = query;
  const { groupId, username } = useOpenChat();
  useEffect(() => {
    if (error && isUnauthorized(error)) toast.problem(t`Session expired. Please log in again.`);
  }, [error]);
  const hasMore = hasNextPage && !isFetchNextPageError;
  const failure = error && (
    <ErrorState
      title={<Trans>An error occurred while fetching conversations.</Trans>}
      text={listProblem(error)}
      onRetry={isFetchNextPageError ? () => void fetchNextPage() : () => refetchFromStart(client, inboxKey)}
      isRetrying={isFetching}
    />
  );
  if (!data) return failure ?? <ListSkeleton />;
  // The open chat stays among the unread ones while it is read.
  const isOpen = (item: InboxItem) =>
    item.kind === 'room' ? item.group_id === groupId : item.username === username;
  const items = inboxItemsOf(data).filter((item) => isListed(filter, item) || isOpen(item));
  if (items.length === 0 && !hasNextPage && !failure) return <Nothing filter={filter} />;
  return (
    <div className="grid grid-cols-1 p-1 pb-3">
      <InSlices fallback={<ListSkeleton />}>
        {() => (
          <>
            <Rows items={items} hasMore={hasNextPage} onNear={onNear} />
            <NearEnd hasMore={hasMore && !isFetching} onNear={() => void fetchNextPage()} />
          </>
        )}
      </InSlices>
      {query.isFetchingNextPage && <ListSkeleton rows={2} />}
      {!query.isFetchingNextPage && failure}
    </div>
  );
}

/** Whether the inbox has anything in it; undefined until that is known (HM-03). */
export function useHasInbox(): { readonly any: boolean; readonly room: boolean } | undefined {
  const { data, isError } = useInfiniteQuery(inbox(useQueryClient(), 'all'));
  if (!data) return isError ? { any: false, room: false } : undefined;
  const items = inboxItemsOf(data);
  return { any: items.length > 0, room: items.some(({ kind }) => kind === 'room') };
}

/** The number of unread mentions in rooms that are not muted, of the rows that are loaded (MN-03, GR-07). */
export function useInboxMentions(): number {
  const { data } = useInfiniteQuery(inbox(useQueryClient(), 'all'));
  return inboxItemsOf(data).reduce((sum, item) => sum + (item.is_muted ? 0 : item.mention_count), 0);
}
