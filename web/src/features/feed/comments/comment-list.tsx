import type { Post } from '@adda/contract/feed';
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { MessageCircle } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { listProblem } from '../../../platform/list-calls.ts';
import { Button } from '../../../ui/button.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { useKeepFocus } from '../../../ui/use-focus-kept.ts';
import { EmptyState, ErrorState } from '../../../ui/view-states.tsx';
import { useBlockedNames } from '../../relations/index.ts';
import { CommentBody, CommentRow } from './comment-row.tsx';
import { commentsKey, commentsOf, visibleComments } from './comments.queries.ts';
import { DeleteComment } from './delete-comment.tsx';
import type { CommentDraft } from './use-comment-draft.ts';

export type CommentListProps = { post: Post; sending: CommentDraft['sending'] };

/** Reloads the comments when their number changes through another user. */
function useLiveComments({ media_id: mediaId, comment_count: count }: Post): void {
  const client = useQueryClient();
  const known = useRef(count);
  useEffect(() => {
    if (known.current === count) return;
    known.current = count;
    void client.invalidateQueries({ queryKey: commentsKey(mediaId) });
  }, [client, mediaId, count]);
}

/**
 * The comments of a post, the newest first, with the one being sent above them; empty for viewers without access to the
 * post.
 */
export function CommentList(props: CommentListProps) {
  if (props.post.can_view) return <Comments {...props} />;
  return (
    <p className="text-mute">
      <Trans>Comments open with the post.</Trans>
    </p>
  );
}

function Comments({ post, sending }: CommentListProps) {
  const { t } = useLingui();
  const region = useRef<HTMLDivElement>(null);
  // Deleting a comment removes its button, and a retry removes the notice with its button: the focus moves to the list.
  const focusKept = useKeepFocus(() => region.current);
  const frame = { ref: region, tabIndex: -1, className: 'outline-none', ...focusKept };
  const blocked = useBlockedNames();
  const [commentToDelete, setCommentToDelete] = useState<string>();
  const query = useInfiniteQuery(commentsOf(post.media_id));
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = query;
  useLiveComments(post);
  if (!data) {
    return (
      <div {...frame}>
        {error ? (
          <ErrorState
            title={<Trans>Failed to load comments</Trans>}
            text={listProblem(error)}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        ) : (
          <ListSkeleton rows={3} />
        )}
      </div>
    );
  }
  const comments = visibleComments(data, blocked);
  if (comments.length === 0 && !sending) {
    return (
      <div {...frame}>
        <EmptyState
          icon={<MessageCircle className="size-7" />}
          title={<Trans>No comments yet</Trans>}
          text={<Trans>Be the first to say something.</Trans>}
        />
      </div>
    );
  }
  return (
    <div {...frame}>
      <ul aria-label={t`Comments`} className="grid grid-cols-1 gap-4 py-2">
        {sending && (
          <li className="opacity-60">
            <CommentBody {...sending} note={<Trans>Sending…</Trans>} />
          </li>
        )}
        {comments.map((comment) => (
          <li key={comment.comment_id}>
            <CommentRow comment={comment} onDelete={() => setCommentToDelete(comment.comment_id)} />
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <p className="text-center">
          <Button tone="plain" size="small" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            <Trans>Older comments</Trans>
          </Button>
        </p>
      )}
      {commentToDelete !== undefined && (
        <DeleteComment
          mediaId={post.media_id}
          commentId={commentToDelete}
          onClose={() => setCommentToDelete(undefined)}
        />
      )}
    </div>
  );
}
