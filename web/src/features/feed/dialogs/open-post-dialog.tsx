import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { Dialog } from '../../../ui/dialog.tsx';
import { ReportDialog } from '../../moderation/index.ts';
import { BlockPerson } from '../../relations/index.ts';
import { HideAd } from '../card/hide-ad.tsx';
import { CommentsDialog } from '../comments/comments-dialog.tsx';
import { PostWithComments } from '../detail/post-with-comments.tsx';
import { LikesDialog } from '../likes/likes-dialog.tsx';
import { CreatorDialog } from '../strip/creator-dialog.tsx';
import { senderName } from '../media/post-labels.ts';
import { PostGone } from '../post/post-gone.tsx';
import { usePost } from '../post/use-post.ts';
import { SubscribeDialog } from '../subscribe/subscribe-dialog.tsx';
import { DeleteMediaConfirm } from '../upload/delete-media-confirm.tsx';
import { deleteMedia } from '../upload/delete-media.ts';
import { EditMediaDialog } from '../upload/edit-media-dialog.tsx';
import type { Post } from '@adda/contract/feed';
import type { PostDialogRequest } from './post-dialog-request.ts';

export type OpenPostDialogProps = {
  request: PostDialogRequest;
  onClose: () => void;
  /** Called when the deletion of the post begins: its views close. */
  onDeleted: () => void;
};

type PostDetailProps = { post: Post; onClose: () => void };

/** Dialog with the detail view of a post; comments are next to it on wide screens (FE-37, FE-47). */
function PostDetail({ post: given, onClose }: PostDetailProps) {
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

type DeletePostProps = Pick<OpenPostDialogProps, 'onClose' | 'onDeleted'> & { post: Post };

/** Asks for confirmation before the caller's own post is deleted. */
function DeletePost({ post, onClose, onDeleted }: DeletePostProps) {
  const client = useQueryClient();
  const confirm = () => {
    onDeleted();
    void deleteMedia(client, post);
  };
  return <DeleteMediaConfirm isOpen onConfirm={confirm} onCancel={onClose} />;
}

/** Renders the requested dialog. */
export function OpenPostDialog({ request, onClose, onDeleted }: OpenPostDialogProps) {
  switch (request.what) {
    case 'detail':
      return <PostDetail post={request.post} onClose={onClose} />;
    case 'comments':
      return <CommentsDialog post={request.post} onClose={onClose} />;
    case 'likes':
      return <LikesDialog post={request.post} onClose={onClose} />;
    case 'edit':
      return <EditMediaDialog post={request.post} onClose={onClose} />;
    case 'delete':
      return <DeletePost post={request.post} onClose={onClose} onDeleted={onDeleted} />;
    case 'report':
      return (
        <ReportDialog
          username={request.username}
          displayedName={request.name}
          mediaId={request.mediaId}
          isOpen
          onClose={onClose}
        />
      );
    case 'block':
      return <BlockPerson username={request.username} onClose={onClose} />;
    case 'hide':
      return <HideAd ad={request.post} onClose={onClose} />;
    case 'creator':
      return <CreatorDialog creator={request.creator} onClose={onClose} />;
    case 'subscribe':
      return <SubscribeDialog username={request.username} plans={request.plans} onClose={onClose} />;
    default:
      return null;
  }
}
