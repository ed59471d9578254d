import type { Post, PostComment } from '@adda/contract/feed';
import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { MessageCircle, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { listProblem } from '../../../platform/list-calls.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { FormattedText } from '../../../ui/formatted-text.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { Time } from '../../../ui/time.tsx';
import { useKeepFocus } from '../../../ui/use-focus-kept.ts';
import { EmptyState, ErrorState } from '../../../ui/view-states.tsx';
import { useBlockedNames } from '../../relations/index.ts';
import { showActivityProblem } from '../card/show-activity-problem.ts';
import { commentsKey, commentsOf, deleteComment, visibleComments, type Author } from './comments.queries.ts';
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

type CommentBodyProps = {
  author: Author;
  text: string;
  /** Next to the name: the time, or that it is being sent. */
  note: ReactNode;
  children?: ReactNode;
};

/** Author and text of a comment. */
function CommentBody({ author, text, note, children }: CommentBodyProps) {
  const { username, display_name: name } = author;
  return (
    <div className="flex items-start gap-3">
      <Avatar name={username} displayedName={name} src={author.avatar} />
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <Link
            to="/profile/$username"
            params={{ username }}
            className="min-w-0 truncate rounded-chip font-semibold hover:underline"
            title={name}
          >
            {name}
          </Link>
          <span className="text-xs text-mute">{note}</span>
        </p>
        <div dir="auto" className="break-words whitespace-pre-line">
          <FormattedText text={text} author={username} />
        </div>
      </div>
      {children}
    </div>
  );
}

/** One comment (SV-61), with a delete button where the viewer may delete it. */
function CommentRow({ comment, onDelete }: { comment: PostComment; onDelete: () => void }) {
  const { t } = useLingui();
  const name = comment.display_name;
  return (
    <CommentBody author={comment} text={comment.comment} note={<Time value={comment.created_at} as="ago" />}>
      {comment.can_delete && (
        <IconButton
          label={t`Delete the comment of ${name}`}
          icon={<Trash2 aria-hidden="true" className="size-4" />}
          aria-haspopup="dialog"
          onClick={onDelete}
        />
      )}
    </CommentBody>
  );
}

const useComments = (mediaId: string) => useInfiniteQuery(commentsOf(mediaId));

type CommentsQuery = ReturnType<typeof useComments>;

/** Pages that are loaded to find a linked comment. */
const SEARCHED_PAGES = 10;

/** Loads up to the comment that the address names, scrolls to it, and returns its id (NT-02). */
function useLinkedComment(ids: readonly string[], query: CommentsQuery): string | undefined {
  const linked = useLocation({ select: ({ hash }) => /^comment-(.+)/.exec(hash)?.[1] });
  const isLoaded = linked !== undefined && ids.includes(linked);
  const { data, isFetching, isError, hasNextPage, fetchNextPage } = query;
  const mayBeOlder = hasNextPage && !isError && data && data.pages.length < SEARCHED_PAGES;
  const isSought = linked !== undefined && !isLoaded && !isFetching && mayBeOlder;
  useEffect(() => {
    if (isSought) void fetchNextPage();
  }, [isSought, fetchNextPage]);
  useEffect(() => {
    if (isLoaded) document.getElementById(`comment-${linked}`)?.scrollIntoView({ block: 'center' });
  }, [isLoaded, linked]);
  return linked;
}

type DeleteCommentProps = { mediaId: string; commentId: string; onClose: () => void };

/** Asks for confirmation and deletes a comment (SV-63). */
function DeleteComment({ mediaId, commentId, onClose }: DeleteCommentProps) {
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

function Comments({ post, sending }: CommentListProps) {
  const { t } = useLingui();
  const region = useRef<HTMLDivElement>(null);
  // Deleting a comment removes its button, and a retry removes the notice with its button: the focus moves to the list.
  const focusKept = useKeepFocus(() => region.current);
  const frame = { ref: region, tabIndex: -1, className: 'outline-none', ...focusKept };
  const blocked = useBlockedNames();
  const [commentToDelete, setCommentToDelete] = useState<string>();
  const query = useComments(post.media_id);
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = query;
  useLiveComments(post);
  const comments = visibleComments(data, blocked);
  const ids = comments.map(({ comment_id: id }) => id);
  const linked = useLinkedComment(ids, query);
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
          <li
            key={comment.comment_id}
            id={`comment-${comment.comment_id}`}
            className={comment.comment_id === linked ? '-m-2 rounded-card bg-marigold-wash p-2' : undefined}
          >
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
