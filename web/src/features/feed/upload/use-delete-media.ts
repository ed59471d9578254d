import type { Post } from '@adda/contract/feed';
import { useQueryClient } from '@tanstack/react-query';
import { createElement, useState, type ReactNode } from 'react';
import { DeleteMediaConfirm } from './delete-media-confirm.tsx';
import { deleteMedia } from './delete-media.ts';

/** How own posts are deleted. */
type DeleteMedia = {
  /** Asks, then takes the post away at once; it comes back where the server refuses (ME-16, ME-17). */
  readonly ask: (post: Post) => void;
  /** What asks; render it once, where it outlives the posts. */
  readonly dialogs: ReactNode;
};

/** Deletes own posts after a question; offer it where `is_own` says so (ME-23). */
export function useDeleteMedia(): DeleteMedia {
  const client = useQueryClient();
  const [asked, setAsked] = useState<Post>();
  const confirm = () => {
    if (!asked) return;
    setAsked(undefined);
    void deleteMedia(client, asked);
  };
  const dialogs = createElement(DeleteMediaConfirm, {
    isOpen: asked !== undefined,
    onConfirm: confirm,
    onCancel: () => setAsked(undefined),
  });
  return { ask: setAsked, dialogs };
}
