import type { Post } from '@adda/contract/feed';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { rereadPost } from '../../feed/index.ts';

/** The picture of a tile. An expired link is renewed once; a second failure is final. */
export function useTilePicture(post: Post) {
  const client = useQueryClient();
  const [failed, setFailed] = useState<readonly string[]>([]);
  const source = post.preview_url;
  return {
    source,
    hasFailed: source !== null && failed.includes(source),
    onFailed() {
      if (source === null) return;
      setFailed([...failed, source]);
      if (failed.length === 0) void rereadPost(client, post.media_id);
    },
  };
}
