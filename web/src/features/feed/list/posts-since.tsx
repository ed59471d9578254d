import type { FeedTabName } from '@adda/contract/feed';
import { Trans } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowUp } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { feedPosts, freshPosts, restartFeed } from './feed.queries.ts';
import { hasNewPosts } from './post-freshness.ts';

/** Offers new posts by a button: nothing moves until it is pressed. */
export function PostsSince({ tab }: { tab: FeedTabName }) {
  const client = useQueryClient();
  const { data: feed } = useInfiniteQuery(feedPosts(client, tab));
  const { data: fresh } = useQuery({ ...freshPosts(client, tab), enabled: feed !== undefined });
  return (
    // Zero height, which prevents a layout shift.
    <div role="status" className="pointer-events-none sticky top-22 z-1 flex h-0 justify-center">
      {fresh && hasNewPosts(feed, fresh, tab) && (
        <Button
          size="small"
          className="pointer-events-auto h-fit animate-rise shadow-float"
          icon={<ArrowUp aria-hidden="true" className="size-4" />}
          onClick={() => void restartFeed(client, fresh, tab)}
        >
          <Trans>New posts</Trans>
        </Button>
      )}
    </div>
  );
}
