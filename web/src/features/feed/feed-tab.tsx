import type { FeedTabName } from '@adda/contract/feed';
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { PenLine } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { lazyComponent, LazyComponent } from '../../ui/lazy-component.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { PostDialogs } from './dialogs/post-dialogs.tsx';
import { FeedList } from './list/feed-list.tsx';
import { feedPosts } from './list/feed.queries.ts';

/** The composer's dialog, loaded on demand. */
const lazyComposerDialog = lazyComponent(() => import('./upload/composer-dialog.tsx'));

/** Opens the composer, which is loaded on demand (SH-39); the one way to post in the feed (HM-14). */
export function ComposerButton() {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button
        icon={<PenLine aria-hidden="true" className="size-4" />}
        onPointerEnter={() => void lazyComposerDialog.load().catch(() => undefined)}
        onClick={() => setOpen(true)}
        className="shrink-0 max-[23rem]:px-4"
      >
        <span className="max-[23rem]:sr-only">
          <Trans>New post</Trans>
        </span>
      </Button>
      {isOpen && (
        <LazyComponent component={lazyComposerDialog} onFailed={close}>
          {({ ComposerDialog }) => <ComposerDialog onClose={close} />}
        </LazyComponent>
      )}
    </>
  );
}

/** Loaded after the posts. */
const creatorsStrip = lazyComponent(() => import('./strip/creators-strip.tsx'));

/** Loaded after the posts, on wide screens only. */
const sideColumn = lazyComponent(() => import('./side/side-column.tsx'));

/** From this width there is room for the column beside the posts. */
const HAS_SIDE = '(width >= 68.75rem)';

/** The open tab, from the address (HM-14). */
function useFeedTab(): FeedTabName {
  return useSearch({
    strict: false,
    select: ({ feed }: { feed?: string }) => (feed === 'following' ? 'following' : 'for_you'),
  });
}

/** 'For you' and 'Following' as links, so that the tab is in the address and in Back. */
function FeedTabs({ open }: { open: FeedTabName }) {
  const { t } = useLingui();
  const tabs = { for_you: t`For you`, following: t`Following` };
  const names: readonly FeedTabName[] = ['for_you', 'following'];
  return (
    <nav aria-label={t`Posts of`} className="min-w-0 grow sm:max-w-80">
      <ul className="flex gap-1 rounded-full bg-raised p-1">
        {names.map((name) => (
          <li key={name} className="min-w-0 grow basis-0">
            <Link
              to="/v1"
              search={name === 'following' ? { tab: 'feed', feed: name } : { tab: 'feed' }}
              replace
              ignoreBlocker
              activeOptions={{ exact: true }}
              aria-current={name === open ? 'page' : undefined}
              className="grid min-h-11 place-items-center truncate rounded-full px-2 text-sm font-semibold text-mute transition-colors hover:text-ink aria-[current]:bg-surface aria-[current]:text-rani-ink aria-[current]:shadow-pill dark:aria-[current]:bg-line"
            >
              {tabs[name]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The feed (FE-01, FE-31): its tabs, a button for a new post, creators, the posts, and on wide screens the side column. */
export function FeedTab() {
  const tab = useFeedTab();
  const hasSide = useMediaQuery(HAS_SIDE);
  const { data, isFetched: isRead } = useInfiniteQuery(feedPosts(useQueryClient(), tab));
  // An empty 'Following' offers the people itself.
  const offersPeople = tab === 'for_you' || data?.pages[0]?.posts.length !== 0;
  return (
    <PostDialogs>
      <div className="grid grid-cols-1 gap-x-8 min-[68.75rem]:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid grid-cols-1 content-start gap-5">
          <h1 className="sr-only">
            <Trans>Feed</Trans>
          </h1>
          <div className="sticky top-0 z-2 -mx-1 -mb-2 flex items-center justify-between gap-3 bg-paper px-1 py-3">
            <FeedTabs open={tab} />
            <ComposerButton />
          </div>
          {tab === 'for_you' && (
            <LazyComponent component={creatorsStrip} fallback={<div className="h-24" />} failed={() => null}>
              {({ CreatorsStrip }) => <CreatorsStrip />}
            </LazyComponent>
          )}
          <FeedList key={tab} tab={tab} />
        </div>
        {hasSide && isRead && (
          <div className="sticky top-0 max-h-[calc(100dvh-4rem)] -mx-3 self-start overflow-y-auto overscroll-contain px-3 pt-4 pb-6 [scrollbar-width:thin]">
            <LazyComponent component={sideColumn} failed={() => null}>
              {({ SideColumn }) => <SideColumn offersPeople={offersPeople} />}
            </LazyComponent>
          </div>
        )}
      </div>
    </PostDialogs>
  );
}
