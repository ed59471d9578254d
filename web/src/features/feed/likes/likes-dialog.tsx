import type { Liker, Post } from '@adda/contract/feed';
import { LIKES_PAGE } from '@adda/contract/feed/limits';
import { Trans, useLingui } from '@lingui/react/macro';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Heart } from 'lucide-react';
import { useRef } from 'react';
import { api, type CallOutput } from '../../../platform/api.ts';
import { listCalls, listProblem } from '../../../platform/list-calls.ts';
import { showsPeople } from '../../../platform/people-queries.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { useKeepFocus } from '../../../ui/use-focus-kept.ts';
import { EmptyState, ErrorState } from '../../../ui/view-states.tsx';
import { useBlockedNames } from '../../relations/index.ts';
import { senderName } from '../media/post-labels.ts';

type Page = CallOutput<'GET /media/likes'>;

/** The users who like a post, the newest first, paged (FE-13, FE-14). */
const likesOf = (mediaId: string) =>
  infiniteQueryOptions({
    ...listCalls,
    queryKey: ['likes', mediaId] as const,
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      api('GET /media/likes', { query: { media_id: mediaId, skip: pageParam, limit: LIKES_PAGE }, signal }),
    getNextPageParam: ({ likes }: Page, _all, skipped: number) =>
      likes.length < LIKES_PAGE ? undefined : skipped + likes.length,
    staleTime: 0,
    meta: showsPeople,
  });

/** Returns every user once: a like that is added between two pages shifts the others. */
function visibleLikers(pages: readonly Page[], blocked: ReadonlySet<string>): readonly Liker[] {
  const all = pages.flatMap((page) => page.likes);
  const once = [...new Map(all.map((each) => [each.username, each])).values()];
  return once.filter(({ username }) => !blocked.has(username));
}

function LikerRow({ liker: { username, display_name: name, avatar } }: { liker: Liker }) {
  return (
    <Link
      to="/profile/$username"
      params={{ username }}
      className="flex min-h-11 items-center gap-3 rounded-chip hover:bg-raised"
    >
      <Avatar name={username} displayedName={name} src={avatar} />
      <span className="min-w-0 truncate font-semibold">{name}</span>
    </Link>
  );
}

function Likers({ mediaId }: { mediaId: string }) {
  const { t } = useLingui();
  const blocked = useBlockedNames();
  const query = useInfiniteQuery(likesOf(mediaId));
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = query;
  const list = useRef<HTMLUListElement>(null);
  // The button goes with the last page: the first of those who came has the focus then.
  const focusKept = useKeepFocus(() => {
    const before = visibleLikers(data?.pages.slice(0, -1) ?? [], blocked).length;
    return list.current?.querySelectorAll('a')[before] ?? list.current?.closest<HTMLElement>('[tabindex]');
  });
  if (!data) {
    if (!error) return <ListSkeleton rows={3} />;
    return (
      <ErrorState
        title={<Trans>Failed to load likes</Trans>}
        text={listProblem(error)}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  }
  const likers = visibleLikers(data.pages, blocked);
  if (likers.length === 0 && !hasNextPage)
    return <EmptyState icon={<Heart className="size-7" />} title={<Trans>No likes yet</Trans>} />;
  return (
    <div {...focusKept}>
      <ul ref={list} aria-label={t`Likes`} className="grid grid-cols-1 gap-1 py-2">
        {likers.map((liker) => (
          <li key={liker.username}>
            <LikerRow liker={liker} />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <p className="text-center">
          <Button tone="plain" size="small" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            <Trans>More likes</Trans>
          </Button>
        </p>
      )}
    </div>
  );
}

/** All users who like a post (FE-13). */
export function LikesDialog({ post, onClose }: { post: Post; onClose: () => void }) {
  const name = senderName(post);
  return (
    <div className="contents [--sheet-size:34rem]">
      <Dialog
        isOpen
        onClose={onClose}
        title={<Trans>Likes</Trans>}
        description={<Trans>On the post of {name}</Trans>}
      >
        <div tabIndex={-1} data-autofocus className="mt-3 outline-none">
          <Likers mediaId={post.media_id} />
        </div>
      </Dialog>
    </div>
  );
}
