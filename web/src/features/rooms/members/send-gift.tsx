import { isGuestName } from '@adda/contract/accounts';
import type { Group } from '@adda/contract/rooms';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDebouncedValue } from '../../../ui/use-debounced-value.ts';
import { GiftDialog } from '../../gifts/index.ts';
import { membersOf, roomMembers } from './members.queries.ts';

/** Rooms with more members have a search for the recipient. */
const SEARCH_FROM = 12;

export type SendGiftProps = {
  group: Group;
  account: string;
  /** The preselected recipient, if any. */
  username?: string | undefined;
  onClose: () => void;
};

/** Sends a gift to a member of this room: all except guests and the user themselves (GI-07). */
export function SendGift({ group, account, username, onClose }: SendGiftProps) {
  const [typed, setTyped] = useState('');
  const words = useDebouncedValue(typed).toLowerCase();
  const { data, error, isFetching, hasNextPage, refetch, fetchNextPage } = useInfiniteQuery({
    ...roomMembers(group.group_id, words),
    enabled: !isGuestName(account),
  });
  const names = membersOf(data)
    .map((member) => member.username)
    .filter((name) => name !== account && !isGuestName(name));
  return (
    <GiftDialog
      groupId={group.group_id}
      account={account}
      username={username}
      onClose={onClose}
      recipients={{
        names: data && names,
        error,
        isFetching,
        onRetry: () => void refetch(),
        hasMore: hasNextPage,
        onMore: () => void fetchNextPage(),
        search: group.member_count > SEARCH_FROM ? { words: typed, onChange: setTyped } : undefined,
      }}
    />
  );
}
