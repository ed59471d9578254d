import { Trans } from '@lingui/react/macro';
import { shownName } from '@adda/contract/accounts';
import type { Group, GroupMember, MemberProfile as Profile } from '@adda/contract/rooms';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Flag, LockKeyhole, MessageCircle, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button, buttonClasses } from '../../../ui/button.tsx';
import { PresenceDot } from '../../../ui/presence-dot.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { fullDay } from '../../../ui/time-format.ts';
import { ErrorState } from '../../../ui/view-states.tsx';
import { GuestTag } from '../guest-tag.tsx';
import { memberProfile, oneMember } from './members.queries.ts';
import { PermissionWords } from './permission-words.tsx';
import { useRoomDialogs } from '../room-dialogs.tsx';
import { canManage } from '../room-rights.ts';

/** Props of {@link MemberProfile}. */
export type MemberProfileProps = {
  username: string;
  account: string;
  /** The room where the person is looked at. */
  group: Group;
  /** Whether the name stands over it as a heading; left out where it stands above already. */
  hasHeading?: boolean;
};

/** What somebody is called: by the name they gave themselves, or by their username. */
export const displayNameOf = (profile: Profile | undefined, username: string): string =>
  profile?.display_name || shownName(username);

function Fact({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="grid gap-0.5">
      <dt className="text-sm font-semibold text-mute">{label}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  );
}

/** Picture, names, Online or Offline, bio and when they joined (GC-29). */
export function ProfileCard({ profile, hasHeading }: { profile: Profile; hasHeading?: boolean }) {
  const { username } = profile;
  const name = displayNameOf(profile, username);
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-4">
        <Avatar name={username} shownName={name} src={profile.profile_picture} size="huge" />
        <div className="grid min-w-0 grow gap-1">
          {hasHeading && <h2 className="text-xl break-words">{name}</h2>}
          <p className="flex flex-wrap items-center gap-x-2 break-all text-mute">
            @{shownName(username)} <GuestTag username={username} />
          </p>
          <p className="flex items-center gap-1.5 text-sm">
            <PresenceDot isOnline={profile.is_online} />
            <span aria-hidden="true">
              {profile.is_online ? <Trans>Online</Trans> : <Trans>Offline</Trans>}
            </span>
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
      <dl>
        <Fact label={<Trans>Joined</Trans>}>
          <time dateTime={profile.created_at}>{fullDay(profile.created_at)}</time>
        </Fact>
      </dl>
    </div>
  );
}

/** What somebody is in this room. */
function Standing({ member, group }: { member: GroupMember | null; group: Group }) {
  return (
    <dl>
      <Fact label={<Trans>In {group.name}</Trans>}>
        {member === null ? (
          <Trans>Not in this room any more</Trans>
        ) : member.is_creator ? (
          <Trans>Creator</Trans>
        ) : (
          <PermissionWords permissions={member.permissions} />
        )}
      </Fact>
    </dl>
  );
}

function SharedRooms({ profile, here }: { profile: Profile; here: string }) {
  const others = profile.shared_groups.filter((shared) => shared.group_id !== here);
  if (others.length === 0) return null;
  return (
    <div>
      <p className="text-sm font-semibold text-mute">
        <Trans>Rooms you share</Trans>
      </p>
      <ul className="flex flex-wrap gap-x-4">
        {others.map(({ group_id: groupId, name }) => (
          <li key={groupId} className="min-w-0">
            <Link
              to="/v1/group/$groupId"
              params={{ groupId }}
              replace
              ignoreBlocker
              className="inline-flex min-h-11 max-w-full items-center font-semibold break-words text-rani-ink underline-offset-4 hover:underline"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What can be done about somebody else (GC-30, GC-76, GM-02). */
function Actions(props: MemberProfileProps & { member: GroupMember | null }) {
  const { username, group, account, member } = props;
  const { whisperTo, openManage, openReport } = useRoomDialogs();
  const iconClasses = 'size-4';
  return (
    <div className="flex flex-wrap gap-2">
      <Link to="/v1/chat/$username" params={{ username }} replace ignoreBlocker className={buttonClasses()}>
        <MessageCircle aria-hidden="true" className={iconClasses} />
        <Trans>Start Private Chat</Trans>
      </Link>
      {member && group.is_member && (
        <Button
          tone="quiet"
          icon={<LockKeyhole aria-hidden="true" className={iconClasses} />}
          onClick={() => whisperTo(username)}
        >
          <Trans>Whisper here</Trans>
        </Button>
      )}
      {member && canManage(group, member, account) && (
        <Button
          tone="quiet"
          icon={<ShieldCheck aria-hidden="true" className={iconClasses} />}
          onClick={() => openManage(username)}
        >
          <Trans>Manage</Trans>
        </Button>
      )}
      <Button
        tone="plain"
        icon={<Flag aria-hidden="true" className={iconClasses} />}
        onClick={() => openReport({ username })}
      >
        <Trans>Report</Trans>
      </Button>
    </div>
  );
}

/** Somebody's profile as people in a room see it, for the dialog and the Profile tab alike (GC-29, GC-30). */
export function MemberProfile(props: MemberProfileProps) {
  const { username, account, group, hasHeading } = props;
  const client = useQueryClient();
  const query = useQuery(memberProfile(username));
  const { data: member } = useQuery(oneMember(client, group.group_id, username));
  const { data: profile } = query;
  if (query.isError && !profile) {
    return (
      <ErrorState
        text={query.error.message}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    );
  }
  if (!profile) return <ListSkeleton rows={2} />;
  return (
    <div className="grid gap-5">
      <ProfileCard profile={profile} hasHeading={hasHeading} />
      {member !== undefined && <Standing member={member} group={group} />}
      <SharedRooms profile={profile} here={group.group_id} />
      {username !== account && <Actions {...props} member={member ?? null} />}
    </div>
  );
}
