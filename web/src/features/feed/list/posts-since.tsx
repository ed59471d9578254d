import { Trans } from '@lingui/react/macro';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowUp } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { feedPosts, freshPosts, hasNewPosts, restartFeed } from './feed.queries.ts';

/** Offers new posts by a button: nothing moves until it is pressed. */
export function PostsSince() {
  const client = useQueryClient();
  const { data: feed } = useInfiniteQuery(feedPosts(client));
  const { data: fresh } = useQuery({ ...freshPosts(client), enabled: feed !== undefined });
  return (
    // Zero height, which prevents a layout shift.
    <div role="status" className="pointer-events-none sticky top-3 z-1 flex h-0 justify-center">
      {fresh && hasNewPosts(feed, fresh) && (
        <Button
          size="small"
          className="pointer-events-auto h-fit animate-rise shadow-float"
          icon={<ArrowUp aria-hidden="true" className="size-4" />}
          onClick={() => void restartFeed(client, fresh)}
        >
          <Trans>New posts</Trans>
        </Button>
      )}
    </div>
  );
}
