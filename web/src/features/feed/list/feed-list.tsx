import type { FeedTabName, Post } from '@adda/contract/feed';
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef, type FocusEvent, type RefObject } from 'react';
import { listProblem } from '../../../platform/list-calls.ts';
import { useSession } from '../../../platform/use-session.ts';
import { lazyComponent, LazyComponent } from '../../../ui/lazy-component.tsx';
import { InSlices } from '../../../ui/in-slices.tsx';
import { isFocusLost } from '../../../ui/lost-focus.ts';
import { useKeepFocus } from '../../../ui/use-focus-kept.ts';
import { ErrorState } from '../../../ui/view-states.tsx';
import { followsChangedAt, followState, useBlockedNames } from '../../relations/index.ts';
import { PostCard } from '../card/post-card.tsx';
import { postKeys } from '../post-keys.ts';
import { feedPosts, refreshFeed, visiblePosts } from './feed.queries.ts';
import { PostSkeletons } from './post-skeletons.tsx';
import { usePostRows, type PostRowsInput } from './use-post-rows.ts';

/** Loaded lazily: needed only after new posts arrive. */
const postsSince = lazyComponent(() => import('./posts-since.tsx'));

/** Loaded lazily: most lists have posts. */
const emptyFeed = lazyComponent(() => import('./empty-feed.tsx'));

type CardsProps = PostRowsInput & {
  /** Timestamp of the last restart of the feed. */
  startedAt: number | undefined;
  /** Container of the cards, which can receive the focus. */
  region: RefObject<HTMLElement | null>;
};

/** The focused card: the focused element, its post, and its index. */
type FocusedCard = {
  readonly element: Element;
  readonly mediaId: string | undefined;
  readonly index: number;
};

/**
 * Moves the focus when the focused card is removed with its post: to the next card, otherwise to the list, so that keyboard
 * scrolling continues. Spread the returned props on the list of cards, whose items need a `data-index`; `region` is its
 * container.
 */
function useCardFocus(posts: readonly Post[], region: RefObject<HTMLElement | null>) {
  const at = useRef<FocusedCard>(undefined);
  useEffect(() => {
    const { current: before } = at;
    if (!before || before.element.isConnected || !isFocusLost()) return;
    at.current = undefined;
    const isGone = posts.every((post) => post.media_id !== before.mediaId);
    const next = Math.min(before.index, posts.length - 1);
    const card = isGone && region.current?.querySelector<HTMLElement>(`[data-index="${next}"] article`);
    if (card) card.focus();
    else region.current?.focus({ preventScroll: true });
  });
  return {
    onFocus: ({ target }: FocusEvent) => {
      const index = Number(target.closest<HTMLElement>('[data-index]')?.dataset.index);
      at.current = { element: target, mediaId: posts[index]?.media_id, index };
    },
    // React fires no blur when it removes an element, so a blur means that the user moved the focus.
    onBlur: () => {
      at.current = undefined;
    },
  };
}

/** The virtualised list of cards. */
function Cards({ startedAt, region, ...input }: CardsProps) {
  'use no memo';
  const { t } = useLingui();
  const { list, container, rows, scroller } = usePostRows(input);
  const { posts, hasMore } = input;
  const focus = useCardFocus(posts, region);
  const seen = useRef(startedAt);
  useEffect(() => {
    if (startedAt === undefined || seen.current === startedAt) return;
    seen.current = startedAt;
    scroller?.scrollTo({ top: 0 });
    // A removed button had the focus: the list receives it.
    if (isFocusLost()) region.current?.focus({ preventScroll: true });
  }, [startedAt, scroller, region]);
  const items = rows.getVirtualItems();
  return (
    <div ref={list}>
      <LazyComponent component={postsSince} failed={() => null}>
        {({ PostsSince }) => <PostsSince tab={input.tab} />}
      </LazyComponent>
      <ul ref={container} aria-label={t`Posts`} className="relative" {...focus}>
        {items.map((item) => {
          const post = posts[item.index];
          return (
            <li
              key={item.key}
              ref={rows.measureElement}
              data-index={item.index}
              aria-setsize={hasMore ? -1 : posts.length}
              aria-posinset={item.index + 1}
              className="absolute inset-x-0 top-0"
            >
              {post && <PostCard post={post} isFirst={item.index < 2} />}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

const none: readonly Post[] = [];

/**
 * The posts of a tab that may be shown: without blocked senders, and in 'Following' without those who were unfollowed since.
 * After a follow, new posts are offered; an empty list is read again when it is shown the next time.
 */
function useShownPosts(tab: FeedTabName, data: Parameters<typeof visiblePosts>[0]): readonly Post[] {
  const client = useQueryClient();
  const blocked = useBlockedNames();
  const { data: changedAt } = useQuery(followsChangedAt);
  const posts = useMemo(() => {
    const visible = data ? visiblePosts(data, blocked) : none;
    if (tab !== 'following' || changedAt === undefined) return visible;
    return visible.filter(
      (post) => client.getQueryData(followState(post.sender_username).queryKey) !== false,
    );
  }, [client, tab, data, blocked, changedAt]);
  const hasPosts = posts.length > 0;
  const onShown = useEffectEvent(() => {
    if (tab === 'following' && changedAt !== undefined && data && !hasPosts)
      refreshFeed(client, tab).catch(() => undefined);
  });
  useEffect(() => onShown(), []);
  const onFollow = useEffectEvent((at: number | undefined) => {
    if (tab === 'following' && at !== undefined && hasPosts)
      void client.invalidateQueries({ queryKey: postKeys.freshOf(tab) });
  });
  useEffect(() => onFollow(changedAt), [changedAt]);
  return posts;
}

/** A tab of the feed: loads pages while scrolling (FE-33, FE-38), with all its states. */
export function FeedList({ tab = 'for_you' }: { tab?: FeedTabName }) {
  const client = useQueryClient();
  const account = useSession()?.username ?? '';
  const region = useRef<HTMLElement>(null);
  const query = useInfiniteQuery(feedPosts(client, tab));
  const { data, error, isFetching, hasNextPage, fetchNextPage, isFetchNextPageError, refetch } = query;
  const posts = useShownPosts(tab, data);
  // A retry removes the notice with its button.
  const focusKept = useKeepFocus(() => {
    region.current?.focus({ preventScroll: true });
    return undefined;
  });
  return (
    <section ref={region} tabIndex={-1} className="grid grid-cols-1 gap-5 outline-none" {...focusKept}>
      {!data && !error && <PostSkeletons count={2} />}
      {data && (
        <InSlices fallback={<PostSkeletons count={2} />}>
          {() => (
            <Cards
              posts={posts}
              account={account}
              tab={tab}
              hasMore={hasNextPage && !isFetching && !isFetchNextPageError}
              onMore={fetchNextPage}
              startedAt={data.pages[0]?.startedAt}
              region={region}
            />
          )}
        </InSlices>
      )}
      {query.isFetchingNextPage && <PostSkeletons count={1} />}
      {error && !query.isFetchingNextPage && (
        <ErrorState
          title={<Trans>Failed to load feed</Trans>}
          text={listProblem(error)}
          onRetry={() => void (data ? fetchNextPage() : refetch())}
          isRetrying={isFetching}
        />
      )}
      {data &&
        !hasNextPage &&
        (posts.length === 0 ? (
          <LazyComponent component={emptyFeed}>{({ EmptyFeed }) => <EmptyFeed tab={tab} />}</LazyComponent>
        ) : (
          <TheEnd />
        ))}
    </section>
  );
}

function TheEnd() {
  return (
    <p className="py-4 text-center text-mute">
      <Trans>You've reached the end of the feed</Trans>
    </p>
  );
}
