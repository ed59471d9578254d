import type { PublicPost } from '@adda/contract/feed';
import { displayedName } from '@adda/contract/accounts';
import type { PublicProfile } from '@adda/contract/profiles';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { UserRoundX } from 'lucide-react';
import { ApiError } from '../../../platform/api-error.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { CardSkeleton } from '../../../ui/skeletons.tsx';
import { useDocumentTitle } from '../../../ui/use-document-title.ts';
import { EmptyState, ErrorState } from '../../../ui/view-states.tsx';
import { ProfileLinks } from './profile-links.tsx';
import { PublicPage } from './public-page.tsx';
import { PublicPicture } from './public-picture.tsx';
import { publicPosts, publicProfile } from './public.queries.ts';

/** Maximum number of posts shown. */
const SHOWN = 9;

function Posts({ username, posts }: { username: string; posts: readonly PublicPost[] }) {
  const { t } = useLingui();
  const name = displayedName(username);
  if (posts.length === 0) return null;
  return (
    <ul aria-label={t`Posts`} className="grid grid-cols-3 gap-1 sm:gap-1.5">
      {posts.slice(0, SHOWN).map((post) => (
        <li key={post.media_id}>
          <Link
            to="/post/$mediaId"
            params={{ mediaId: post.media_id }}
            className="relative block aspect-square overflow-hidden rounded-chip bg-raised"
          >
            <PublicPicture post={post} alt={t`Post by ${name}`} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Person({ profile }: { profile: PublicProfile }) {
  const { username, bio, links, profile_image_url: picture, total_subscribers: subscribers } = profile;
  const name = profile.display_name || displayedName(username);
  return (
    <header className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center gap-4 sm:gap-6">
        <Avatar name={username} displayedName={name} src={picture} size="giant" />
        <div className="grid min-w-0 grow basis-48 grid-cols-1 gap-1">
          <h1 className="text-2xl break-words">{name}</h1>
          <p className="break-all text-mute">@{username}</p>
          {subscribers > 0 && (
            <p className="text-sm text-mute">
              <Plural value={subscribers} one="# subscriber" other="# subscribers" />
            </p>
          )}
        </div>
      </div>
      {bio && <p className="break-words whitespace-pre-line">{bio}</p>}
      <ProfileLinks links={links} owner={username} />
    </header>
  );
}

/** A user's profile for visitors without a session (/profile/{username}, SH-21). */
export function PublicProfileScreen() {
  const { t } = useLingui();
  const params = useParams({ from: '/shell/profile/$username' });
  const username = params.username.trim().toLowerCase();
  const { data: profile, error, isFetching, refetch } = useQuery(publicProfile(username));
  const { data: found, isPending: isLoadingPosts } = useQuery({
    ...publicPosts(username),
    enabled: profile !== undefined,
  });
  const isGone = error instanceof ApiError && error.status === 404;
  useDocumentTitle(isGone ? t`User not found` : profile?.display_name);
  return (
    <PublicPage isUnknown={isGone} isLoading={!error && (!profile || isLoadingPosts)}>
      {profile && (
        <>
          <Person profile={profile} />
          <Posts username={username} posts={found?.posts ?? []} />
        </>
      )}
      {!profile && !error && <CardSkeleton cards={1} />}
      {!profile && isGone && (
        <EmptyState
          level={1}
          icon={<UserRoundX className="size-7" />}
          title={<Trans>User not found</Trans>}
          text={<Trans>The name may have changed, or only people inside may see it.</Trans>}
        />
      )}
      {!profile && error && !isGone && (
        <ErrorState
          level={1}
          title={<Trans>Failed to load profile data</Trans>}
          text={error.message}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
    </PublicPage>
  );
}
