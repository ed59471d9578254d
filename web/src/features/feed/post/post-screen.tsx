import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { useRef } from 'react';
import { ApiError } from '../../../platform/api-error.ts';
import { listProblem } from '../../../platform/list-calls.ts';
import { useBackForDialogs } from '../../../platform/use-back-for-dialogs.ts';
import { buttonClasses } from '../../../ui/button.tsx';
import { useKeepFocusOnPage } from '../../../ui/lost-focus.ts';
import { useDocumentTitle } from '../../../ui/use-document-title.ts';
import { useKeepFocus } from '../../../ui/use-focus-kept.ts';
import { ErrorState } from '../../../ui/view-states.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { useBlockedNames } from '../../relations/index.ts';
import { besideClasses, PostWithComments } from '../detail/post-with-comments.tsx';
import { PostDialogs } from '../dialogs/post-dialogs.tsx';
import { PostSkeletons } from '../list/post-skeletons.tsx';
import { senderName } from '../media/post-labels.ts';
import { onePost } from '../post-queries.ts';
import { PostGone } from './post-gone.tsx';

/** A malformed id gets the same message as a deleted post. */
const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);

type PostQuery = ReturnType<typeof usePostOf>;

const usePostOf = (mediaId: string) => useQuery(onePost(useQueryClient(), mediaId));

function Post({ mediaId }: { mediaId: string }) {
  const region = useRef<HTMLDivElement>(null);
  const query = usePostOf(mediaId);
  // A retry removes the notice with its button.
  const focusKept = useKeepFocus(() => region.current);
  return (
    <div ref={region} tabIndex={-1} className="outline-none" {...focusKept}>
      <PostOrProblem query={query} />
    </div>
  );
}

function PostOrProblem({ query: { data: post, error, isFetching, refetch } }: { query: PostQuery }) {
  const { t } = useLingui();
  const blocked = useBlockedNames();
  const name = post && senderName(post);
  useDocumentTitle(name === undefined ? t`Post` : t`Post of ${name}`);
  if (isMissing(error) || (post && blocked.has(post.sender_username))) return <PostGone level={1} />;
  if (!post) {
    if (!error) {
      return (
        <div className={besideClasses}>
          <PostSkeletons count={1} />
        </div>
      );
    }
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

/** Wider than the column of the main screen, equally on both sides, up to the width of the window. */
const wideClasses = 'lg:mx-[calc((100%-min(72rem,100vw-4rem))/2)]';

/** The screen of one post (/post/{mediaId}): the post with its comments, and a link to the feed. */
export function PostScreen({ mediaId }: { mediaId: string }) {
  const navigate = useNavigate();
  useBackForDialogs();
  useKeepFocusOnPage();
  return (
    <PostDialogs onDeleted={() => void navigate({ to: '/v1', search: { tab: 'feed' }, replace: true })}>
      <div className={`grid grid-cols-1 gap-4 ${wideClasses}`}>
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
