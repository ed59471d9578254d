import type { Post } from '@adda/contract/feed';
import { LazyComponent } from '../../../ui/lazy-component.tsx';
import { openDialogPart, PostDialogs } from '../dialogs/post-dialogs.tsx';

/** Props of {@link PostDetailDialog}. */
export type PostDetailDialogProps = { post: Post; onClose: () => void };

/** One post, large, with its comments and everything that can be done with it (FE-47), for views outside of the feed. */
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
