import type { Post } from '@adda/contract/feed';
import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { Hourglass, ImageOff } from 'lucide-react';
import { useEffect } from 'react';
import { rereadPost } from '../post-queries.ts';
import { MediaFrame } from './media-frame.tsx';
import { MediaNote } from './media-notes.tsx';

/** Milliseconds before a missing preview is polled for the first time; doubled each time, up to a minute. */
const FIRST_POLL_MS = 5000;
const MAX_POLL_MS = 60_000;

/** Polls for the preview, because events are not guaranteed to arrive (R-04). */
function usePreviewPolling(mediaId: string): void {
  const client = useQueryClient();
  useEffect(() => {
    let pause = FIRST_POLL_MS;
    let timer: ReturnType<typeof setTimeout>;
    const poll = () => {
      void rereadPost(client, mediaId);
      pause = Math.min(pause * 2, MAX_POLL_MS);
      timer = setTimeout(poll, pause);
    };
    timer = setTimeout(poll, pause);
    return () => clearTimeout(timer);
  }, [client, mediaId]);
}

/** 'Preview generating...' (FE-11), until an event or a poll has the preview. */
export function PendingMedia({ post }: { post: Post }) {
  usePreviewPolling(post.media_id);
  return (
    <MediaFrame post={post}>
      <MediaNote icon={<Hourglass className="size-7 animate-pulse" />}>
        <p role="status" className="font-medium">
          <Trans>Preview generating...</Trans>
        </p>
      </MediaNote>
    </MediaFrame>
  );
}

/** Shown for a file that could not be processed; there is nothing to retry. */
export function UnusableMedia({ post }: { post: Post }) {
  return (
    <MediaFrame post={post}>
      <MediaNote icon={<ImageOff className="size-7" />}>
        <p className="font-medium">
          {post.is_video ? (
            <Trans>This video couldn't be prepared.</Trans>
          ) : (
            <Trans>This photo couldn't be prepared.</Trans>
          )}
        </p>
        {post.is_own && (
          <p className="text-sm text-mute">
            <Trans>Delete the post and try another file.</Trans>
          </p>
        )}
      </MediaNote>
    </MediaFrame>
  );
}
