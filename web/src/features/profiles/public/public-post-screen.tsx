import { displayedName } from '@adda/contract/accounts';
import type { PublicPost } from '@adda/contract/feed';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { ImageOff } from 'lucide-react';
import { ApiError } from '../../../platform/api-error.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { FormattedText } from '../../../ui/formatted-text.tsx';
import { CardSkeleton } from '../../../ui/skeletons.tsx';
import { fullDay } from '../../../ui/time-format.ts';
import { useDocumentTitle } from '../../../ui/use-document-title.ts';
import { EmptyState, ErrorState } from '../../../ui/view-states.tsx';
import { PublicPage } from './public-page.tsx';
import { PublicPicture } from './public-picture.tsx';
import { publicPost } from './public.queries.ts';

function Post({ post }: { post: PublicPost }) {
  const { t } = useLingui();
  const { sender, caption, created_at: createdAt } = post;
  const name = post.sender_display_name || displayedName(sender);
  return (
    <article className="grid grid-cols-1 gap-4 rounded-card border border-line bg-surface p-4 shadow-card">
      <Link
        to="/profile/$username"
        params={{ username: sender }}
        className="flex min-h-11 items-center gap-3 rounded-chip"
      >
        <Avatar name={sender} displayedName={name} src={post.sender_avatar} size="large" />
        <span className="min-w-0">
          <h1 className="text-lg break-words">{name}</h1>
          <time dateTime={createdAt} className="text-sm text-mute">
            {fullDay(createdAt)}
          </time>
        </span>
      </Link>
      <div className="relative overflow-hidden rounded-card bg-raised">
        <PublicPicture
          post={post}
          alt={t`Post by ${name}`}
          className="max-h-[80vh] min-h-40 object-contain"
        />
      </div>
      {caption && post.preview_url && (
        <div dir="auto" className="break-words whitespace-pre-line">
          <FormattedText text={caption} author={sender} hasPlainLinks />
        </div>
      )}
    </article>
  );
}

/** A public post for visitors without a session (/post/{mediaId}). */
export function PublicPostScreen() {
  const { t } = useLingui();
  const { mediaId } = useParams({ from: '/shell/post/$mediaId' });
  const { data: post, error, isFetching, refetch } = useQuery(publicPost(mediaId));
  const isGone = error instanceof ApiError && error.status < 500 && !error.isUnreachable;
  const name = post && (post.sender_display_name || displayedName(post.sender));
  useDocumentTitle(isGone ? t`Media not found` : name && t`Post by ${name}`);
  return (
    <PublicPage isUnknown={isGone} isLoading={!post && !error}>
      {post && <Post post={post} />}
      {!post && !error && <CardSkeleton cards={1} />}
      {!post && isGone && (
        <EmptyState
          level={1}
          icon={<ImageOff className="size-7" />}
          title={<Trans>Media not found</Trans>}
          text={<Trans>It may be gone, or only people inside may see it.</Trans>}
        />
      )}
      {!post && error && !isGone && (
        <ErrorState
          level={1}
          title={<Trans>Failed to load media</Trans>}
          text={error.message}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
    </PublicPage>
  );
}
