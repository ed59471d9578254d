import type { Post } from '@adda/contract/feed';
import type { Profile } from '@adda/contract/profiles';
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Images, LockKeyhole } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { lazyComponent, LazyComponent } from '../../../ui/lazy-component.tsx';
import { InSlices } from '../../../ui/in-slices.tsx';
import { NearEnd } from '../../../ui/near-end.tsx';
import { EmptyState, ErrorState } from '../../../ui/view-states.tsx';
import { cachedPost, useDeleteMedia } from '../../feed/index.ts';
import { GridSkeleton } from '../profile-skeleton.tsx';
import { cacheMedia, readCachedMedia } from './media-cache.ts';
import { mediaList } from './media-list.queries.ts';
import { MediaTile } from './media-tile.tsx';

/** Tiles whose pictures load at once: the rows that a phone shows first. */
const FIRST_TILES = 9;

const uploads = lazyComponent(() => import('../../feed/upload/index.ts'));
const detail = lazyComponent(() => import('../../feed/detail/index.ts'));

/** Returns the list from the server, and until it is loaded the cached one; only the list of all posts is cached (ME-26). */
function useMedia(username: string, account: string, isLocked: boolean) {
  const client = useQueryClient();
  const [kept] = useState(() => (isLocked ? undefined : readCachedMedia(account, username)));
  const query = useInfiniteQuery({
    ...mediaList(client, username, isLocked),
    ...(kept && { placeholderData: { pages: [{ ...kept, media: [...kept.media] }], pageParams: [''] } }),
  });
  const first = query.isPlaceholderData ? undefined : query.data?.pages[0];
  useEffect(() => {
    if (first && !isLocked) cacheMedia(account, username, first);
  }, [account, username, first, isLocked]);
  return query;
}

/** Why there are no locked posts, and for the owner how there would be some. */
function NoLockedMedia({ profile }: { profile: Profile }) {
  return (
    <EmptyState
      icon={<LockKeyhole className="size-7" />}
      title={<Trans>No locked posts</Trans>}
      text={
        profile.is_self ? (
          <Trans>
            Lock a photo or a video when you post it: only subscribers of the plan you choose see it.
          </Trans>
        ) : undefined
      }
    />
  );
}

function NoMedia({ profile }: { profile: Profile }) {
  const name = profile.display_name;
  return (
    <EmptyState
      icon={<Images className="size-7" />}
      title={profile.is_self ? <Trans>Nothing here yet</Trans> : <Trans>No posts yet</Trans>}
      text={
        profile.is_self ? (
          <Trans>Photos and videos that you post show up here.</Trans>
        ) : (
          <Trans>When {name} posts something, it shows up here.</Trans>
        )
      }
    />
  );
}

/** The dialog that a tile opened. */
function OpenPost(props: { post: Post; isEditing: boolean; onClose: () => void }) {
  const { post, isEditing, onClose } = props;
  // The cached post may be newer than the post that the tile passed.
  const current = cachedPost(useQueryClient(), post.media_id) ?? post;
  if (!isEditing) {
    return (
      <LazyComponent component={detail} onFailed={onClose}>
        {({ PostDetailDialog }) => <PostDetailDialog post={current} onClose={onClose} />}
      </LazyComponent>
    );
  }
  return (
    <LazyComponent component={uploads} onFailed={onClose}>
      {({ EditMediaDialog }) => <EditMediaDialog post={current} onClose={onClose} />}
    </LazyComponent>
  );
}

export type MediaGridProps = {
  profile: Profile;
  /** The viewer's username. */
  account: string;
  /** Only locked posts (HM-15). */
  isLocked?: boolean;
};

/** A user's posts as squares in three columns, the newest first (PR-05, PR-07, CO-17). */
export function MediaGrid({ profile, account, isLocked = false }: MediaGridProps) {
  const { t } = useLingui();
  const { data, error, isFetching, refetch, hasNextPage, fetchNextPage, isPlaceholderData } = useMedia(
    profile.username,
    account,
    isLocked,
  );
  const [open, setOpen] = useState<{ post: Post; isEditing: boolean }>();
  const deletion = useDeleteMedia();
  const more = () => {
    if (!isFetching) void fetchNextPage();
  };
  const posts = [
    ...new Map(
      (data?.pages ?? []).flatMap(({ media }) => media).map((post) => [post.media_id, post]),
    ).values(),
  ];
  const failure = error && (
    <ErrorState
      title={<Trans>Failed to load media</Trans>}
      text={error.message}
      onRetry={() => void (data && hasNextPage ? fetchNextPage() : refetch())}
      isRetrying={isFetching}
    />
  );
  return (
    <div aria-busy={isPlaceholderData || undefined} className="grid gap-3">
      {!data && !error && <GridSkeleton />}
      {data &&
        posts.length === 0 &&
        !error &&
        (isLocked ? <NoLockedMedia profile={profile} /> : <NoMedia profile={profile} />)}
      {posts.length > 0 && (
        <InSlices fallback={<GridSkeleton />}>
          {() => (
            <>
              <ul
                aria-label={isLocked ? t`Locked posts` : t`Posts`}
                className="grid grid-cols-3 gap-1 sm:gap-1.5"
              >
                {posts.map((post, index) => (
                  <MediaTile
                    key={post.media_id}
                    post={post}
                    isFirst={index < FIRST_TILES}
                    onOpen={() => setOpen({ post, isEditing: false })}
                    onEdit={() => setOpen({ post, isEditing: true })}
                    onDelete={() => deletion.ask(post)}
                  />
                ))}
              </ul>
              {hasNextPage && !error && (
                <NearEnd hasMore onNear={more} className="grid justify-items-center pt-3">
                  <Button tone="quiet" size="small" isBusy={isFetching} onClick={more}>
                    <Trans>Show more</Trans>
                  </Button>
                </NearEnd>
              )}
            </>
          )}
        </InSlices>
      )}
      {failure}
      {open && <OpenPost {...open} onClose={() => setOpen(undefined)} />}
      {deletion.dialogs}
    </div>
  );
}
