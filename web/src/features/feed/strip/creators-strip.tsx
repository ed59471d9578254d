import { displayedName } from '@adda/contract/accounts';
import type { Creator } from '@adda/contract/creators';
import { Trans, useLingui } from '@lingui/react/macro';
import {
  useInfiniteQuery,
  useQueryClient,
  infiniteQueryOptions,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Avatar } from '../../../ui/avatar.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Skeleton } from '../../../ui/skeletons.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { tryAgain } from '../../../ui/try-again.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { useBlockedNames, cacheFollow } from '../../relations/index.ts';
import { useOpenDialog } from '../dialogs/post-dialog-request.ts';
import { api, type CallOutput } from '../../../platform/api.ts';
import { listCalls } from '../../../platform/list-calls.ts';
import { showsPeople } from '../../../platform/people-queries.ts';

/** Creators per page of the strip (FE-41); defined here so that zod is not loaded with the page. */
const CREATORS_PAGE = 6;

type Page = CallOutput<'GET /subscriptions/creators'>;

/** The creators of the strip, those with most subscribers first, six per page (FE-32, FE-41). */
const creatorsStrip = (client: QueryClient) =>
  infiniteQueryOptions({
    ...listCalls,
    queryKey: ['feed', 'creators'],
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }) => {
      const query = { skip: pageParam, limit: CREATORS_PAGE };
      const page = await api('GET /subscriptions/creators', { query, signal });
      for (const { username, is_following: isFollowing } of page.creators) {
        cacheFollow(client, { username, isFollowing });
      }
      return page;
    },
    getNextPageParam: ({ creators }: Page, _pages, skip) =>
      creators.length < CREATORS_PAGE ? undefined : skip + creators.length,
    meta: showsPeople,
  });

/** Returns every creator once, without those who were blocked since. */
function visibleCreators(
  data: InfiniteData<Page> | undefined,
  blocked: ReadonlySet<string>,
): readonly Creator[] {
  const all = data?.pages.flatMap((page) => page.creators) ?? [];
  const once = [...new Map(all.map((creator) => [creator.username, creator])).values()];
  return once.filter((creator) => !blocked.has(creator.username));
}

/** Placeholders for creators that are loading. */
const PLACES = [0, 1, 2, 3, 4, 5];

function CreatorButton({ creator }: { creator: Creator }) {
  const openDialog = useOpenDialog();
  const { username } = creator;
  const name = creator.display_name || displayedName(username);
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      title={name}
      onClick={() => openDialog({ what: 'creator', creator })}
      className="grid w-20 justify-items-center gap-1.5 rounded-card p-1.5 hover:bg-raised focus-visible:outline-offset-[-3px]"
    >
      <Avatar
        name={username}
        displayedName={name}
        src={creator.profile_image_url}
        className="size-14 text-xl ring-2 ring-marigold ring-offset-2 ring-offset-paper"
      />
      <span className="w-full truncate text-center text-xs font-medium">{name}</span>
    </button>
  );
}

function Places() {
  return (
    <div role="status" className="flex gap-1 overflow-hidden">
      <VisuallyHidden>
        <Trans>Loading…</Trans>
      </VisuallyHidden>
      {PLACES.map((place) => (
        <span key={place} className="grid w-20 shrink-0 justify-items-center gap-2 p-1.5">
          <Skeleton className="size-14 rounded-[32%]" />
          <Skeleton className="h-3 w-14" />
        </span>
      ))}
    </div>
  );
}

/** Requests the next page when the end of the strip becomes visible; the button is for users who don't scroll. */
function More({ isBusy, onMore }: { isBusy: boolean; onMore: () => void }) {
  const { t } = useLingui();
  const end = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (!end.current || isBusy) return undefined;
    const watcher = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) onMore();
    });
    watcher.observe(end.current);
    return () => watcher.disconnect();
  }, [isBusy, onMore]);
  return (
    <li ref={end} className="grid w-20 shrink-0 place-items-center">
      <IconButton
        tone="raised"
        label={t`More creators`}
        aria-busy={isBusy || undefined}
        icon={isBusy ? <Spinner /> : <ChevronRight aria-hidden="true" className="size-5 rtl:-scale-x-100" />}
        onClick={onMore}
      />
    </li>
  );
}

/** The strip of creators above the feed (FE-32): scrolls sideways, six per page (FE-41). */
export function CreatorsStrip() {
  const { t } = useLingui();
  const client = useQueryClient();
  const blocked = useBlockedNames();
  const query = useInfiniteQuery(creatorsStrip(client));
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = query;
  const creators = visibleCreators(data, blocked);
  if (data && creators.length === 0) return null;
  return (
    // Reserves the height, which prevents a layout shift.
    <section aria-label={t`Creators`} className="min-h-24">
      {!data && !error && <Places />}
      {error && (
        <p role="alert" className="flex flex-wrap items-center gap-3 py-2 text-sm">
          <Trans>Failed to load creators</Trans>
          {tryAgain(() => void (data ? fetchNextPage() : refetch()))}
        </p>
      )}
      {data && (
        <ul className="flex snap-x gap-1 overflow-x-auto overscroll-x-contain [scrollbar-width:thin]">
          {creators.map((creator) => (
            <li key={creator.username} className="shrink-0 snap-start">
              <CreatorButton creator={creator} />
            </li>
          ))}
          {hasNextPage && !error && <More isBusy={isFetchingNextPage} onMore={() => void fetchNextPage()} />}
        </ul>
      )}
    </section>
  );
}
