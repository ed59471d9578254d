import { Trans, useLingui } from '@lingui/react/macro';
import type { Group, GroupMember } from '@adda/contract/rooms';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { useMemo, useState, useSyncExternalStore } from 'react';
import { SearchField } from '../../../ui/search-field.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { EmptyState, ErrorState } from '../../../ui/view-states.tsx';
import { ManageButton } from './member-menu.tsx';
import { MemberRow } from './member-row.tsx';
import { membersOf, roomMembers } from './members.queries.ts';
import { useRoomDialogs } from '../room-dialogs.tsx';
import { canManage, mayGift } from '../room-rights.ts';
import type { TypingUsers } from '../../messages/index.ts';
import { useDebouncedValue } from '../../../ui/use-debounced-value.ts';
import { useVirtualRows } from '../../../ui/use-virtual-rows.ts';

/** Rooms with more members have a search field. */
const SEARCH_FROM = 30;

export type MembersListProps = {
  group: Group;
  account: string;
  /** The typing users, while the room is open (GM-05). */
  typingUsers: TypingUsers | undefined;
  /** Called when a choice should close the list. */
  onChosen?: () => void;
};

const nobody: readonly string[] = [];
const neverChanges = () => () => undefined;

/** Names of the typing users. */
export const useTypingUsers = (typingUsers: TypingUsers | undefined): readonly string[] =>
  useSyncExternalStore(typingUsers?.subscribe ?? neverChanges, typingUsers?.current ?? (() => nobody));

type RowsProps = MembersListProps & {
  members: readonly GroupMember[];
  total: number;
  hasMore: boolean;
  onMore: () => void;
};

/** The visible rows; a list of thousands renders as fast as one of ten. */
function Rows(props: RowsProps) {
  'use no memo';
  const { members, total, hasMore, onMore, group, account, onChosen } = props;
  const { t } = useLingui();
  const { openProfile, openGift } = useRoomDialogs();
  const typing = useTypingUsers(props.typingUsers);
  const { list, rows, margin } = useVirtualRows({
    count: members.length,
    keyOf: (index) => members[index]?.username ?? String(index),
    hasMore,
    onMore,
  });
  return (
    <ul ref={list} aria-label={t`Members`} className="relative" style={{ height: rows.getTotalSize() }}>
      {rows.getVirtualItems().map((item) => {
        const member = members[item.index];
        return (
          <li
            key={item.key}
            ref={rows.measureElement}
            data-index={item.index}
            aria-setsize={total}
            aria-posinset={item.index + 1}
            className="absolute inset-x-0 top-0"
            style={{ transform: `translateY(${item.start - margin}px)` }}
          >
            {member && (
              <MemberRow
                member={member}
                account={account}
                isTyping={typing.includes(member.username)}
                onProfile={(username) => {
                  onChosen?.();
                  openProfile(username);
                }}
                manage={
                  canManage(group, member, account) && (
                    <ManageButton group={group} member={member} size="small" className="shrink-0 px-2.5!" />
                  )
                }
                onGift={mayGift(group, member, account) ? openGift : undefined}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** The members of a room, its creator first; more load on scrolling (GC-24). */
export function MembersList(props: MembersListProps) {
  const { group } = props;
  const { t } = useLingui();
  const [typed, setTyped] = useState('');
  const words = useDebouncedValue(typed);
  const query = useInfiniteQuery(roomMembers(group.group_id, words.toLowerCase()));
  const { data, hasNextPage, isFetching, fetchNextPage } = query;
  const members = useMemo(() => membersOf(data), [data]);
  if (query.isPending) return <ListSkeleton />;
  if (query.isError && !data) {
    return (
      <ErrorState
        text={query.error.message}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    );
  }
  const total = data?.pages.at(-1)?.total_count ?? members.length;
  return (
    <div className="grid pb-2">
      {(group.member_count > SEARCH_FROM || words !== '') && (
        <div className="sticky top-0 z-2 bg-surface px-3 py-2">
          <SearchField label={t`Search members`} value={typed} onChange={setTyped} />
        </div>
      )}
      {members.length === 0 && words !== '' && (
        <EmptyState icon={<Users className="size-7" />} title={<Trans>Nobody by that name here</Trans>} />
      )}
      <Rows
        {...props}
        members={members}
        total={total}
        hasMore={hasNextPage && !isFetching && !query.isFetchNextPageError}
        onMore={fetchNextPage}
      />
      {query.isFetchingNextPage && <ListSkeleton rows={2} />}
      {query.isFetchNextPageError && (
        <ErrorState
          text={query.error?.message}
          onRetry={() => void fetchNextPage()}
          isRetrying={query.isFetchingNextPage}
        />
      )}
    </div>
  );
}
