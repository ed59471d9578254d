import type { Post } from '@adda/contract/feed';
import { Trans } from '@lingui/react/macro';
import { Dialog } from '../../../ui/dialog.tsx';
import { useMediaQuery } from '../../../ui/use-media-query.ts';
import { senderName } from '../media/post-labels.ts';
import { usePost } from '../post/use-post.ts';
import { CommentForm } from './comment-form.tsx';
import { CommentList } from './comment-list.tsx';
import { useCommentDraft } from './use-comment-draft.ts';

export type CommentsDialogProps = { post: Post; onClose: () => void };

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
