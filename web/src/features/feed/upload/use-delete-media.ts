import type { Post } from '@adda/contract/feed';
import { useQueryClient } from '@tanstack/react-query';
import { createElement, useState, type ReactNode } from 'react';
import { DeleteMediaConfirm } from './delete-media-confirm.tsx';
import { deleteMedia } from './delete-media.ts';

/** Deletion of the caller's own posts. */
type DeleteMedia = {
  /** Asks for confirmation, then removes the post immediately; rolls back if the server refuses (ME-16, ME-17). */
  readonly ask: (post: Post) => void;
  /** The confirmation dialog; render it once, outside of the posts. */
  readonly dialogs: ReactNode;
};

/** Deletes the caller's own posts after a confirmation; offer it where `is_own` is true (ME-23). */
export function useDeleteMedia(): DeleteMedia {
  const client = useQueryClient();
  const [pendingPost, setPendingPost] = useState<Post>();
  const confirm = () => {
    if (!pendingPost) return;
    setPendingPost(undefined);
    void deleteMedia(client, pendingPost);
  };
  const dialogs = createElement(DeleteMediaConfirm, {
    isOpen: pendingPost !== undefined,
    onConfirm: confirm,
    onCancel: () => setPendingPost(undefined),
  });
  return { ask: setPendingPost, dialogs };
}
