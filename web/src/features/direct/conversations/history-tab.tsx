import { type Conversation, CONVERSATIONS_PAGE } from '@adda/contract/direct';
import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQueryClient, infiniteQueryOptions } from '@tanstack/react-query';
import { MessagesSquare, RotateCw } from 'lucide-react';
import { useEffect } from 'react';
import { isUnauthorized, listProblem, refetchFromStart, listCalls } from '../../../platform/list-calls.ts';
import { useOpenChat, useSwitchChat } from '../../../platform/use-switch-chat.ts';
import { useSession } from '../../../platform/use-session.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { lazyComponent, LazyComponent } from '../../../ui/lazy-component.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useVirtualRows } from '../../../ui/use-virtual-rows.ts';
import { EmptyState, ErrorState } from '../../../ui/view-states.tsx';
import { ConversationCard } from './conversation-card.tsx';
import { conversationsKey, conversationsOf, type ConversationsPage } from './cached-conversations.ts';
import { api } from '../../../platform/api.ts';
import { showsPeople } from '../../../platform/people-queries.ts';

/** The user's private conversations, newest first, 25 per page (CV-08, CV-09). */
const conversations = infiniteQueryOptions({
  ...listCalls,
  queryKey: conversationsKey,
  initialPageParam: '',
  queryFn: ({ pageParam, signal }) => {
    const limit = String(CONVERSATIONS_PAGE);
    return api('GET /messages/conversations', {
      query: pageParam === '' ? { limit } : { limit, last_id: pageParam },
      signal,
    });
  },
  getNextPageParam: (last: ConversationsPage) => last.next_last_id,
  meta: showsPeople,
});

const requestsSection = lazyComponent(() => import('../requests/requests-section.tsx'));

/** Height of a card before it is measured, in pixels. */
const CARD_PX = 68;

/** Refetches the list (CV-02). */
export function HistoryActions() {
  const { t: text } = useLingui();
  const client = useQueryClient();
  const { isFetching } = useInfiniteQuery(conversations);
  return (
    <IconButton
      label={text`Refresh`}
      aria-busy={isFetching || undefined}
      icon={<RotateCw aria-hidden="true" className={isFetching ? 'size-5 animate-spin' : 'size-5'} />}
      onClick={() => refetchFromStart(client, conversationsKey)}
    />
  );
}

type CardsProps = { all: readonly Conversation[]; hasMore: boolean; onMore: () => void };

/** The visible cards of a list of any length. */
function Cards({ all, hasMore, onMore }: CardsProps) {
  'use no memo';
  const { t: text } = useLingui();
  const account = useSession()?.username ?? '';
  const switchChat = useSwitchChat();
  const { username: openUser } = useOpenChat();
  const { list, rows, margin } = useVirtualRows({
    count: all.length,
    keyOf: (index) => all[index]?.username ?? String(index),
    hasMore,
    onMore,
    rowPx: CARD_PX,
  });
  return (
    <ul
      ref={list}
      aria-label={text`Recent Chats`}
      className="relative"
      style={{ height: rows.getTotalSize() }}
    >
      {rows.getVirtualItems().map((item) => {
        const conversation = all[item.index];
        return (
          <li
            key={item.key}
            ref={rows.measureElement}
            data-index={item.index}
            aria-setsize={hasMore ? -1 : all.length}
            aria-posinset={item.index + 1}
            className="absolute inset-x-0 top-0"
            style={{ transform: `translateY(${item.start - margin}px)` }}
          >
            {conversation && (
              <ConversationCard
                conversation={conversation}
                account={account}
                isOpen={conversation.username === openUser}
                onOpen={(username) => switchChat({ username })}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** The requests of strangers above the conversations, if there are any (MR-02). */
export function HistoryTab() {
  return (
    <>
      <LazyComponent component={requestsSection} failed={() => null}>
        {({ RequestsSection }) => <RequestsSection />}
      </LazyComponent>
      <RecentChats />
    </>
  );
}

/** The user's private conversations, newest first (CV-01 to CV-13, SH-53). */
function RecentChats() {
  const client = useQueryClient();
  const query = useInfiniteQuery(conversations);
  const { data, error, isFetching, hasNextPage, fetchNextPage, isFetchNextPageError } = query;
  useEffect(() => {
    if (error && isUnauthorized(error)) toast.problem(t`Session expired. Please log in again.`);
  }, [error]);
  const refetch = () => refetchFromStart(client, conversationsKey);
  const failure = error && (
    <ErrorState
      title={<Trans>An error occurred while fetching conversations.</Trans>}
      text={listProblem(error)}
      onRetry={isFetchNextPageError ? () => void fetchNextPage() : refetch}
      isRetrying={isFetching}
    />
  );
  if (!data) return failure ?? <ListSkeleton />;
  const all = conversationsOf(data);
  if (all.length === 0 && !hasNextPage) {
    return (
      <EmptyState
        icon={<MessagesSquare className="size-7" />}
        title={<Trans>No conversations yet</Trans>}
        text={<Trans>Say hello to somebody under Users.</Trans>}
      />
    );
  }
  return (
    <div className="grid grid-cols-1 p-1 pb-3">
      <Cards all={all} hasMore={hasNextPage && !isFetching && !isFetchNextPageError} onMore={fetchNextPage} />
      {query.isFetchingNextPage && <ListSkeleton rows={2} />}
      {!query.isFetchingNextPage && failure}
    </div>
  );
}
