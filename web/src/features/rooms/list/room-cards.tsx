import type { Group } from '@adda/contract/rooms';
import { RoomCard } from './room-card.tsx';

/** The open room, and the callback that opens another one. */
export type RoomListProps = { openGroupId?: string | undefined; onOpen: (groupId: string) => void };

/** Rooms as cards. */
export function Cards({
  groups,
  label,
  ...list
}: { groups: readonly Group[]; label: string } & RoomListProps) {
  return (
    <ul aria-label={label} className="grid grid-cols-1 gap-1">
      {groups.map((group) => (
        <RoomCard
          key={group.group_id}
          group={group}
          isOpen={group.group_id === list.openGroupId}
          onOpen={list.onOpen}
        />
      ))}
    </ul>
  );
}
