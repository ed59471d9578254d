import { Trans } from '@lingui/react/macro';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Card } from '../../ui/card.tsx';
import { lazyComponent, LazyComponent } from '../../ui/lazy-component.tsx';
import { Skeleton } from '../../ui/skeletons.tsx';
import { PostDialogs } from './dialogs/post-dialogs.tsx';
import { FeedList } from './list/feed-list.tsx';
import { feedPosts } from './list/feed.queries.ts';
import { PenLine } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';

/** The composer's dialog, loaded on demand. */
const lazyComposerDialog = lazyComponent(() => import('./upload/composer-dialog.tsx'));

/** Opens the composer, which is loaded on demand (SH-39). */
export function ComposerButton() {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button
        size="small"
        icon={<PenLine aria-hidden="true" className="size-4" />}
        onPointerEnter={() => void lazyComposerDialog.load().catch(() => undefined)}
        onClick={() => setOpen(true)}
      >
        <Trans>New post</Trans>
      </Button>
      {isOpen && (
        <LazyComponent component={lazyComposerDialog} onFailed={close}>
          {({ ComposerDialog }) => <ComposerDialog onClose={close} />}
        </LazyComponent>
      )}
    </>
  );
}

/** Loaded after the posts: most visits start with reading. */
const inlineUpload = lazyComponent(() => import('./upload/inline-upload.tsx'));

/** Loaded after the posts. */
const creatorsStrip = lazyComponent(() => import('./strip/creators-strip.tsx'));

/** Placeholder with the height of the form, which prevents a layout shift. */
const formPlace = (
  <Card className="grid gap-3">
    <Skeleton className="h-12 w-full" />
    <Skeleton className="h-9 w-36 rounded-full pointer-coarse:h-11" />
  </Card>
);

/** The feed (FE-01, FE-31): creators, a form for a new post, and the posts of all users. */
export function FeedTab() {
  const { isFetched: isRead } = useInfiniteQuery(feedPosts(useQueryClient()));
  return (
    <PostDialogs>
      <div className="grid grid-cols-1 gap-5">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h1 className="text-2xl">
            <Trans>Feed</Trans>
          </h1>
          <ComposerButton />
        </div>
        {isRead ? (
          <LazyComponent component={inlineUpload} fallback={formPlace}>
            {({ InlineUpload }) => <InlineUpload />}
          </LazyComponent>
        ) : (
          formPlace
        )}
        <LazyComponent component={creatorsStrip} fallback={<div className="h-24" />} failed={() => null}>
          {({ CreatorsStrip }) => <CreatorsStrip />}
        </LazyComponent>
        <FeedList />
      </div>
    </PostDialogs>
  );
}
