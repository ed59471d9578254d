import type { Post } from '@adda/contract/feed';
import { LazyComponent } from '../../../ui/lazy-component.tsx';
import { openDialogPart, PostDialogs } from '../dialogs/post-dialogs.tsx';

export type PostDetailDialogProps = { post: Post; onClose: () => void };

/** The detail view of a post with comments and all actions (FE-47), for features outside of the feed. */
export function PostDetailDialog({ post, onClose }: PostDetailDialogProps) {
  return (
    <PostDialogs onDeleted={onClose}>
      <LazyComponent component={openDialogPart} onFailed={onClose}>
        {({ OpenPostDialog }) => (
          <OpenPostDialog ask={{ what: 'detail', post }} onClose={onClose} onDeleted={onClose} />
        )}
      </LazyComponent>
    </PostDialogs>
  );
}
