import { useLingui } from '@lingui/react/macro';
import type { DirectoryUser } from '@adda/contract/directory';
import { useOpenChat, useSwitchChat } from '../../platform/use-switch-chat.ts';
import { useVirtualRows } from '../../ui/use-virtual-rows.ts';
import { UserCard } from './user-card.tsx';

/** Height of a card before it is measured. */
const CARD_PX = 68;

export type UsersListProps = {
  users: readonly DirectoryUser[];
  hasMore: boolean;
  onMore: () => void;
};

/** The virtualised list of cards (DI-05, DI-13). */
export function UsersList({ users, hasMore, onMore }: UsersListProps) {
  'use no memo';
  const { t } = useLingui();
  const switchChat = useSwitchChat();
  const { username: openUser } = useOpenChat();
  const { list, rows, margin } = useVirtualRows({
    count: users.length,
    keyOf: (index) => users[index]?.username ?? String(index),
    hasMore,
    onMore,
    rowPx: CARD_PX,
  });
  return (
    <ul ref={list} aria-label={t`Users`} className="relative" style={{ height: rows.getTotalSize() }}>
      {rows.getVirtualItems().map((item) => {
        const user = users[item.index];
        return (
          <li
            key={item.key}
            ref={rows.measureElement}
            data-index={item.index}
            aria-setsize={hasMore ? -1 : users.length}
            aria-posinset={item.index + 1}
            className="absolute inset-x-0 top-0"
            style={{ transform: `translateY(${item.start - margin}px)` }}
          >
            {user && (
              <UserCard
                user={user}
                isOpen={user.username === openUser}
                onOpen={(username) => switchChat({ username })}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}
