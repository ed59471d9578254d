import { displayedName } from '@adda/contract/accounts';
import type { Profile } from '@adda/contract/profiles';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { UserRoundX } from 'lucide-react';
import { useEffect } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { useDocumentTitle } from '../../ui/use-document-title.ts';
import { EmptyState, ErrorState } from '../../ui/view-states.tsx';
import { useCreatorRoom, useLiveUpdatesWarning } from '../creators/index.ts';
import { cacheFollow, useBlock } from '../relations/index.ts';
import { ProfileHeader } from './header/profile-header.tsx';
import { ProfileSkeleton } from './profile-skeleton.tsx';
import { ProfileTabs } from './profile-tabs.tsx';
import { profileOf } from './profiles.queries.ts';

export type ProfileViewProps = {
  username: string;
  /** The viewer's username. */
  account: string;
};

function NoProfile() {
  return (
    <EmptyState
      level={1}
      icon={<UserRoundX className="size-7" />}
      title={<Trans>User not found</Trans>}
      text={<Trans>The name may have changed, or the account is gone.</Trans>}
      action={
        <Link to="/v1" search={{ tab: 'feed' }} className={buttonClasses('quiet')}>
          <Trans>Go to the feed</Trans>
        </Link>
      }
    />
  );
}

/**
 * Replaces the profile where there is a block between the two users: the name, and Unblock for the user who blocked
 * (RP-15).
 */
function BlockedProfile({ profile }: { profile: Profile }) {
  const { username, display_name: displayName, profile_image_url: picture, blocked_by_me: byMe } = profile;
  const { isBusy, unblock, dialogs } = useBlock(username, { isEnabled: false });
  const name = displayName || displayedName(username);
  return (
    <div className="mx-auto grid max-w-sm grid-cols-1 justify-items-center gap-3 py-10 text-center">
      <Avatar name={username} displayedName={name} src={picture} size="huge" />
      <h1 className="max-w-full text-2xl break-words">{name}</h1>
      <p className="text-mute">
        {byMe ? (
          <Trans>You blocked this person. You see nothing of each other.</Trans>
        ) : (
          <Trans>This profile isn't available to you.</Trans>
        )}
      </p>
      {byMe && (
        <Button tone="quiet" isBusy={isBusy} onClick={unblock}>
          <Trans>Unblock</Trans>
        </Button>
      )}
      {dialogs}
    </div>
  );
}

/** A profile, the viewer's own or another user's: the header, and tabs with everything else (PR-05, PR-06, HM-15). */
export function ProfileView({ username, account }: ProfileViewProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const { data: profile, error, isFetching, refetch } = useQuery(profileOf(username));
  const isGone = error instanceof ApiError && error.status === 404;
  const isOpen = profile !== undefined && !profile.is_blocked && !isGone;
  useDocumentTitle(isGone ? t`User not found` : profile?.display_name);
  useCreatorRoom(isOpen ? username : undefined);
  useLiveUpdatesWarning();
  useEffect(() => {
    if (profile && username !== account) cacheFollow(client, { username, isFollowing: profile.is_following });
  }, [client, username, account, profile]);

  if (isGone) return <NoProfile />;
  if (!profile) {
    if (!error) return <ProfileSkeleton />;
    return (
      <ErrorState
        level={1}
        title={<Trans>Failed to load profile data</Trans>}
        text={error.message}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  }
  if (profile.is_blocked) return <BlockedProfile profile={profile} />;
  const isGuest = account.startsWith('_');
  return (
    <div className="grid grid-cols-1 gap-6">
      <ProfileHeader profile={profile} isGuest={isGuest} />
      <ProfileTabs profile={profile} account={account} isGuest={isGuest} />
    </div>
  );
}
