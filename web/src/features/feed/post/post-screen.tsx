import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { ApiError } from '../../../platform/api-error.ts';
import { listProblem } from '../../../platform/list-calls.ts';
import { buttonClasses } from '../../../ui/button.tsx';
import { useDocumentTitle } from '../../../ui/use-document-title.ts';
import { ErrorState } from '../../../ui/view-states.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { useBlockedNames } from '../../relations/index.ts';
import { PostWithComments } from '../detail/post-with-comments.tsx';
import { PostDialogs } from '../dialogs/post-dialogs.tsx';
import { PostSkeletons } from '../list/post-skeletons.tsx';
import { senderName } from '../media/post-words.ts';
import { onePost } from '../post-queries.ts';
import { PostGone } from './post-gone.tsx';

/** Addresses that name no post at all get the same answer as one that is gone. */
const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);

function Post({ mediaId }: { mediaId: string }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const blocked = useBlockedNames();
  const { data: post, error, isFetching, refetch } = useQuery(onePost(client, mediaId));
  const name = post && senderName(post);
  useDocumentTitle(name === undefined ? t`Post` : t`Post of ${name}`);
  if (isMissing(error) || (post && blocked.has(post.sender_username))) return <PostGone level={1} />;
  if (!post) {
    if (!error) return <PostSkeletons count={1} />;
    return (
      <ErrorState
        level={1}
        title={<Trans>Failed to load media</Trans>}
        text={listProblem(error)}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  }
  return (
    <>
      <h1>
        <VisuallyHidden>
          <Trans>Post of {name}</Trans>
        </VisuallyHidden>
      </h1>
      <PostWithComments post={post} />
    </>
  );
}

/** The screen of one post (/post/{mediaId}): the post with its comments, and the way to the feed. */
export function PostScreen({ mediaId }: { mediaId: string }) {
  const navigate = useNavigate();
  return (
    <PostDialogs onDeleted={() => void navigate({ to: '/v1', search: { tab: 'feed' }, replace: true })}>
      <div className="grid grid-cols-1 gap-4">
        <p>
          <Link to="/v1" search={{ tab: 'feed' }} className={buttonClasses('quiet', 'small')}>
            <ArrowLeft aria-hidden="true" className="size-4 rtl:-scale-x-100" />
            <Trans>Feed</Trans>
          </Link>
        </p>
        <Post mediaId={mediaId} />
      </div>
    </PostDialogs>
  );
}
