import type { Post } from '@adda/contract/feed';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { rereadPost } from '../post-queries.ts';

/** State of loading a picture or video. */
export type FreshLink = {
  readonly state: 'fine' | 'asking' | 'failed';
  /** Number of tries: used as a `key`, it reloads the element. */
  readonly attempt: number;
  /** Handler of a load error. The first error requests a new link, because links expire. */
  readonly onError: () => void;
  readonly onLoad: () => void;
  /** Requests a new link and retries. */
  readonly retry: () => void;
};

/** Renews the link of a post: after the first load error the post is reloaded once, for all views that show it. */
export function useFreshLink(post: Pick<Post, 'media_id'>): FreshLink {
  const client = useQueryClient();
  const [state, setState] = useState<FreshLink['state']>('fine');
  const [attempt, setAttempt] = useState(0);
  const hasAsked = useRef(false);
  const retry = async () => {
    hasAsked.current = true;
    setState('asking');
    await rereadPost(client, post.media_id);
    setAttempt((before) => before + 1);
    setState('fine');
  };
  return {
    state,
    attempt,
    onError: () => {
      if (hasAsked.current) setState('failed');
      else void retry();
    },
    onLoad: () => {
      hasAsked.current = false;
    },
    retry: () => void retry(),
  };
}
