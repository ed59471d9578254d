import type { Post } from '@adda/contract/feed';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { rereadPost } from '../post-queries.ts';

/** How a picture or a video is getting on. */
export type FreshLink = {
  readonly state: 'fine' | 'asking' | 'failed';
  /** Counts the tries: as a `key` it makes the element load anew. */
  readonly attempt: number;
  /** It did not load. The first time the post is asked for a new link, because links end. */
  readonly onError: () => void;
  readonly onLoad: () => void;
  /** Asks for a new link and tries again. */
  readonly retry: () => void;
};

/** Keeps a post's link working: where it fails, the post is read again once, for all places that show it. */
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
