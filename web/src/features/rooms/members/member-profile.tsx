import { Trans } from '@lingui/react/macro';
import { isGuestName } from '@adda/contract/accounts';
import type { Group, GroupMember, MemberProfile as Profile } from '@adda/contract/rooms';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Flag, Gift, LockKeyhole, MessageCircle } from 'lucide-react';
import { Button, buttonClasses } from '../../../ui/button.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { ErrorState } from '../../../ui/view-states.tsx';
import { Fact, personProfile, ProfileCard, ProfileLink } from '../../accounts/index.ts';
import { ManageButton } from './member-menu.tsx';
import { oneMember } from './members.queries.ts';
import { PermissionLabel } from './permission-labels.tsx';
import { useRoomDialogs } from '../room-dialogs.tsx';
import { canManage } from '../room-rights.ts';

export type MemberProfileProps = {
  username: string;
  account: string;
  /** The room in which the profile is opened. */
  group: Group;
  /** Whether to show the name as a heading; left out where there already is one. */
  hasHeading?: boolean;
};

/** The member's role in this room. */
function RoleLine({ member, group }: { member: GroupMember | null; group: Group }) {
  return (
    <dl>
      <Fact label={<Trans>In {group.name}</Trans>}>
        {member === null ? (
          <Trans>Not a Member</Trans>
        ) : member.is_creator ? (
          <Trans>Creator</Trans>
        ) : (
          <PermissionLabel permissions={member.permissions} />
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
        <Trans>Groups you share</Trans>
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

/** The actions on another user (GC-30, GC-76, GI-03, GM-02). */
function Actions(props: MemberProfileProps & { member: GroupMember | null }) {
  const { username, group, account, member } = props;
  const { whisperTo, openGift, openReport } = useRoomDialogs();
  const iconClasses = 'size-4';
  return (
    <div className="flex flex-wrap gap-2">
      <Link to="/v1/chat/$username" params={{ username }} replace ignoreBlocker className={buttonClasses()}>
        <MessageCircle aria-hidden="true" className={iconClasses} />
        <Trans>Start Private Chat</Trans>
      </Link>
      <ProfileLink username={username} />
      {member && group.is_member && (
        <Button
          tone="quiet"
          icon={<LockKeyhole aria-hidden="true" className={iconClasses} />}
          onClick={() => whisperTo(username)}
        >
          <Trans>Whisper here</Trans>
        </Button>
      )}
      {member && group.is_member && !isGuestName(username) && (
        <Button
          tone="quiet"
          icon={<Gift aria-hidden="true" className={iconClasses} />}
          onClick={() => openGift(username)}
        >
          <Trans>Send a gift</Trans>
        </Button>
      )}
      {member && canManage(group, member, account) && <ManageButton group={group} member={member} hasIcon />}
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

/** A user's profile as members of a room see it, for the dialog and the Profile tab (GC-29, GC-30). */
export function MemberProfile(props: MemberProfileProps) {
  const { username, account, group, hasHeading } = props;
  const client = useQueryClient();
  const query = useQuery(personProfile(username));
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
      {member !== undefined && <RoleLine member={member} group={group} />}
      <SharedRooms profile={profile} here={group.group_id} />
      {username !== account && <Actions {...props} member={member ?? null} />}
    </div>
  );
}
