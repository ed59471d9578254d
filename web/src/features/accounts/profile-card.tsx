import { Trans } from '@lingui/react/macro';
import { displayedName } from '@adda/contract/accounts';
import type { MemberProfile } from '@adda/contract/rooms';
import { Link } from '@tanstack/react-router';
import { User } from 'lucide-react';
import type { ReactNode } from 'react';
import { Avatar } from '../../ui/avatar.tsx';
import { buttonClasses } from '../../ui/button.tsx';
import { PresenceDot } from '../../ui/presence-dot.tsx';
import { fullDay } from '../../ui/time-format.ts';
import { GuestTag } from './guest-tag.tsx';

/** Returns a user's display name, or the username without one. */
export const displayNameOf = (profile: MemberProfile | undefined, username: string): string =>
  profile?.display_name || displayedName(username);

/** One labelled value of a profile. */
export function Fact({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="grid gap-0.5">
      <dt className="text-sm font-semibold text-mute">{label}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  );
}

/** Link to a user's profile page (SH-21). */
export function ProfileLink({ username }: { username: string }) {
  return (
    <Link
      to="/profile/$username"
      params={{ username }}
      ignoreBlocker
      className={`${buttonClasses('quiet')} justify-self-start`}
    >
      <User aria-hidden="true" className="size-4" />
      <Trans>View profile</Trans>
    </Link>
  );
}

export type ProfileCardProps = {
  profile: MemberProfile;
  hasHeading?: boolean;
  /** Overrides the profile's online state if the view has newer data. */
  isOnline?: boolean | undefined;
};

/** Picture, names, Online or Offline, bio and join date (GC-29). */
export function ProfileCard({ profile, hasHeading, isOnline = profile.is_online }: ProfileCardProps) {
  const { username } = profile;
  const name = displayNameOf(profile, username);
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-4">
        <Avatar name={username} displayedName={name} src={profile.profile_picture} size="huge" />
        <div className="grid min-w-0 grow gap-1">
          {hasHeading && <h2 className="text-xl break-words">{name}</h2>}
          <p className="flex flex-wrap items-center gap-x-2 break-all text-mute">
            @{displayedName(username)} <GuestTag username={username} />
          </p>
          <p className="flex items-center gap-1.5 text-sm">
            <PresenceDot isOnline={isOnline} />
            <span aria-hidden="true">{isOnline ? <Trans>Online</Trans> : <Trans>Offline</Trans>}</span>
          </p>
        </div>
      </div>
      <p className="break-words whitespace-pre-line">
        {profile.bio || (
          <span className="text-mute">
            <Trans>No bio available</Trans>
          </span>
        )}
      </p>
      {profile.created_at !== null && (
        <dl>
          <Fact label={<Trans>Joined</Trans>}>
            <time dateTime={profile.created_at}>{fullDay(profile.created_at)}</time>
          </Fact>
        </dl>
      )}
    </div>
  );
}
