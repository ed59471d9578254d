import type { Post } from '@adda/contract/feed';
import { LazyComponent } from '../../../ui/lazy-component.tsx';
import { lazyOpenPostDialog, PostDialogs } from '../dialogs/post-dialogs.tsx';

export type PostDetailDialogProps = { post: Post; onClose: () => void };

/** The detail view of a post with comments and all actions (FE-47), for features outside of the feed. */
export function PostDetailDialog({ post, onClose }: PostDetailDialogProps) {
  return (
    <PostDialogs onDeleted={onClose}>
      <LazyComponent component={lazyOpenPostDialog} onFailed={onClose}>
        {({ OpenPostDialog }) => (
          <OpenPostDialog request={{ what: 'detail', post }} onClose={onClose} onDeleted={onClose} />
        )}
      </LazyComponent>
    </PostDialogs>
  );
}
