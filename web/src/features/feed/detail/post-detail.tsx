import type { Post } from '@adda/contract/feed';
import { Trans } from '@lingui/react/macro';
import { Dialog } from '../../../ui/dialog.tsx';
import { senderName } from '../media/post-labels.ts';
import { usePost } from '../post/use-post.ts';
import { PostWithComments } from './post-with-comments.tsx';
import { PostGone } from '../post/post-gone.tsx';

export type PostDetailProps = { post: Post; onClose: () => void };

/** Dialog with the detail view of a post; comments are next to it on wide screens (FE-37, FE-47). */
export function PostDetail({ post: given, onClose }: PostDetailProps) {
  const { post, isGone } = usePost(given);
  const name = senderName(post);
  return (
    <div className="contents [--sheet-size:72rem]">
      <Dialog isOpen onClose={onClose} title={<Trans>Post of {name}</Trans>}>
        {/* Initial focus: focusing the comment input would open the keyboard of a phone. */}
        <div tabIndex={-1} data-autofocus className="outline-none">
          {isGone ? <PostGone /> : <PostWithComments post={post} isPlaying />}
        </div>
      </Dialog>
    </div>
  );
}
