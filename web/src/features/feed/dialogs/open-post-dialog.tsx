import { Trans } from '@lingui/react/macro';
import { useQueryClient, useMutation, useQuery } from '@tanstack/react-query';
import { Dialog } from '../../../ui/dialog.tsx';
import { ReportDialog } from '../../moderation/index.ts';
import { BlockPerson } from '../../relations/index.ts';
import { PostWithComments } from '../detail/post-with-comments.tsx';
import { LikesDialog } from '../likes/likes-dialog.tsx';
import { CreatorDialog } from '../strip/creator-dialog.tsx';
import { senderName } from '../media/post-labels.ts';
import { PostGone } from '../post/post-gone.tsx';
import { SubscribeDialog } from '../subscribe/subscribe-dialog.tsx';
import { DeleteMediaConfirm } from '../upload/delete-media-confirm.tsx';
import { deleteMedia } from '../upload/delete-media.ts';
import { EditMediaDialog } from '../upload/edit-media-dialog.tsx';
import type { Post } from '@adda/contract/feed';
import type { PostDialogRequest } from './post-dialog-request.ts';
import { t } from '@lingui/core/macro';
import { api } from '../../../platform/api.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { removePost } from '../post-cache.ts';
import { showActivityProblem } from '../card/show-activity-problem.ts';
import { useMediaQuery } from '../../../ui/use-media-query.ts';
import { CommentForm } from '../comments/comment-form.tsx';
import { CommentList } from '../comments/comment-list.tsx';
import { useCommentDraft } from '../comments/use-comment-draft.ts';
import { ApiError } from '../../../platform/api-error.ts';
import { onePost } from '../post-queries.ts';

/** Returns an open post: first as given, then with updates and new signed links. */
function usePost(given: Post): { post: Post; isGone: boolean } {
  const client = useQueryClient();
  const { data, error } = useQuery({
    ...onePost(client, given.media_id),
    initialData: given,
    // The given post may be old, and its links may expire soon.
    initialDataUpdatedAt: 0,
  });
  return { post: data, isGone: error instanceof ApiError && error.status === 404 };
}

type CommentsDialogProps = { post: Post; onClose: () => void };

/** The comments of a post with the input for a new one (FE-37, FE-49 to FE-51). */
export function CommentsDialog({ post: given, onClose }: CommentsDialogProps) {
  const { post } = usePost(given);
  const comment = useCommentDraft(post.media_id);
  const name = senderName(post);
  // On touch screens the focus stays off the input, because it would open the keyboard.
  const writesFirst = useMediaQuery('(pointer: fine)') && post.can_view;
  return (
    <div className="contents [--sheet-size:34rem]">
      <Dialog
        isOpen
        onClose={onClose}
        // Pressing outside must not discard an unsent text.
        keepOpenOnOutsidePress={comment.text !== ''}
        title={<Trans>Comments</Trans>}
        description={<Trans>On the post of {name}</Trans>}
        actions={post.can_view && <CommentForm comment={comment} hasFirstFocus={writesFirst} />}
      >
        <div tabIndex={-1} data-autofocus={!writesFirst || undefined} className="mt-3 outline-none">
          <CommentList post={post} sending={comment.sending} />
        </div>
      </Dialog>
    </div>
  );
}

type HideAdProps = { ad: Post; onClose: () => void };

/** Asks for confirmation and hides an ad permanently (AD-24, SV-66). */
function HideAd({ ad, onClose }: HideAdProps) {
  const client = useQueryClient();
  const hide = useMutation({
    mutationFn: () => api('POST /feed/hide-ad', { body: { ad_id: ad.ad_id ?? ad.media_id } }),
    onMutate: () => ({ rollback: removePost(client, ad.media_id) }),
    onError: (error, _nothing, held) => {
      held?.rollback();
      showActivityProblem(error, t`Failed to hide ad`);
    },
  });
  const confirm = () => {
    hide.mutate();
    onClose();
  };
  const sponsor = ad.sponsor ?? '';
  return (
    <ConfirmDialog
      isOpen
      title={<Trans>Hide this ad?</Trans>}
      description={<Trans>You won't see this ad of {sponsor} again.</Trans>}
      confirmLabel={<Trans>Hide</Trans>}
      onConfirm={confirm}
      onCancel={onClose}
    />
  );
}

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
