import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { shownName } from '@adda/contract/accounts';
import type { GroupMember } from '@adda/contract/rooms';
import { useInfiniteQuery } from '@tanstack/react-query';
import { PanelRightClose, PanelRightOpen } from 'lucide-react';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { PresenceDot } from '../../ui/presence-dot.tsx';
import { ListSkeleton } from '../../ui/skeletons.tsx';
import { ErrorState } from '../../ui/view-states.tsx';
import { GuestTag } from './guest-tag.tsx';
import { membersOf, roomMembers } from './rooms.queries.ts';

/** Members that the rail shows (GM-08). */
const RAIL_MEMBERS = 10;

/** One member with the online dot and what they are here (GC-24). */
function MemberRow({ member, account }: { member: GroupMember; account: string }) {
  const { username } = member;
  const name = shownName(username);
  return (
    <li className="flex min-h-14 items-center gap-3 px-4 py-1.5">
      <span className="relative shrink-0">
        <Avatar name={username} shownName={name} />
        <PresenceDot
          isOnline={member.is_online}
          className="absolute -end-1 -bottom-1 rounded-full bg-surface p-0.5"
        />
      </span>
      <span className="flex min-w-0 flex-wrap items-center gap-x-2">
        <span className="min-w-0 font-semibold break-words">{name}</span>
        {member.is_creator && (
          <span className="text-sm text-mute">
            <Trans>(Creator)</Trans>
          </span>
        )}
        {username === account && (
          <span className="text-sm text-mute">
            <Trans>(you)</Trans>
          </span>
        )}
        <GuestTag username={username} />
      </span>
    </li>
  );
}

/** The members of a room, a page at a time. */
export function MembersList({ groupId, account }: { groupId: string; account: string }) {
  const { t } = useLingui();
  const query = useInfiniteQuery(roomMembers(groupId));
  if (query.isPending) return <ListSkeleton />;
  if (query.isError && !query.data) {
    return (
      <ErrorState
        text={query.error.message}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    );
  }
  return (
    <>
      <ul aria-label={t`Members`} className="grid py-2">
        {membersOf(query.data).map((member) => (
          <MemberRow key={member.username} member={member} account={account} />
        ))}
      </ul>
      {query.hasNextPage && (
        <div className="grid justify-items-center pb-4">
          <Button
            tone="quiet"
            size="small"
            isBusy={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            <Trans>Show more members</Trans>
          </Button>
        </div>
      )}
    </>
  );
}

/** Props of {@link MembersRail}. */
export type MembersRailProps = {
  groupId: string;
  account: string;
  isExpanded: boolean;
  onToggle: () => void;
};

/** Wide screens: who is here, beside the chat. A rail of 56 px, or a panel of 288 px (GM-06 to GM-09). */
export function MembersRail({ groupId, account, isExpanded, onToggle }: MembersRailProps) {
  const { t } = useLingui();
  const { data } = useInfiniteQuery(roomMembers(groupId));
  const total = data?.pages.at(-1)?.total_count ?? 0;
  const shown = membersOf(data).slice(0, RAIL_MEMBERS);
  const toggle = (
    <IconButton
      label={isExpanded ? t`Hide members` : t`Show members`}
      aria-expanded={isExpanded}
      icon={
        isExpanded ? (
          <PanelRightClose aria-hidden="true" className="size-5 rtl:-scale-x-100" />
        ) : (
          <PanelRightOpen aria-hidden="true" className="size-5 rtl:-scale-x-100" />
        )
      }
      onClick={onToggle}
    />
  );
  if (isExpanded) {
    return (
      <aside aria-label={t`Members`} className="flex w-72 shrink-0 flex-col border-s border-line bg-surface">
        <div className="flex items-center gap-2 border-b border-line py-1.5 ps-4 pe-1.5">
          <h2 className="min-w-0 grow truncate text-lg">
            <Plural value={total} one="# member" other="# members" />
          </h2>
          {toggle}
        </div>
        <div className="min-h-0 grow overflow-y-auto">
          <MembersList groupId={groupId} account={account} />
        </div>
      </aside>
    );
  }
  return (
    <aside
      aria-label={t`Members`}
      className="flex w-14 shrink-0 flex-col items-center gap-2 overflow-y-auto border-s border-line bg-surface py-1.5"
    >
      {toggle}
      <ul className="grid gap-2">
        {shown.map((member) => (
          <li key={member.username} className="relative" title={shownName(member.username)}>
            <Avatar name={member.username} shownName={shownName(member.username)} size="small" />
            <PresenceDot
              isOnline={member.is_online}
              className="absolute -end-1 -bottom-1 rounded-full bg-surface p-0.5"
            />
            <span className="sr-only">{shownName(member.username)}</span>
          </li>
        ))}
      </ul>
      {total > shown.length && <span className="text-xs font-bold text-mute">+{total - shown.length}</span>}
    </aside>
  );
}
