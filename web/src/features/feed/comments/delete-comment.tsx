import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { showActivityProblem } from '../card/show-activity-problem.ts';
import { deleteComment } from './comments.queries.ts';

export type DeleteCommentProps = { mediaId: string; commentId: string; onClose: () => void };

/** Asks for confirmation and deletes a comment (SV-63). */
export function DeleteComment({ mediaId, commentId, onClose }: DeleteCommentProps) {
  const client = useQueryClient();
  const remove = useMutation({
    ...deleteComment(client, mediaId),
    onError: (error) => showActivityProblem(error, t`Failed to delete comment`),
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={<Trans>Delete this comment?</Trans>}
      confirmLabel={<Trans>Delete</Trans>}
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate(commentId)}
      onCancel={onClose}
    />
  );
}
