import type { QueryClient } from '@tanstack/react-query';
import type { ShellConnection } from '../../../platform/realtime.ts';
import { roomKeys } from '../rooms.queries.ts';

/** An open room handles its own end, shows the reason and closes; its data is refetched only after that. */
const CLOSING_MS = 1000;

/** All events about the user's own memberships. */
const update = [
  'group_joined',
  'group_left',
  'kick_user',
  'ban_user',
  'unban_user',
  'group_deleted',
  'permission_granted',
] as const;

/**
 * Keeps lists and rooms up to date when this user's membership changes in another tab or by another user: refetches the
 * lists and the room on each event, and visible data after each connect, because earlier events are not repeated
 * . Returns the function that stops it.
 */
export function followMembership(
  connection: Pick<ShellConnection, 'on' | 'onState' | 'state'>,
  client: QueryClient,
): () => void {
  const timers = new Set<ReturnType<typeof setTimeout>>();
  const refetch = ({ group_id: groupId }: { group_id: string }) => {
    void client.invalidateQueries({ queryKey: roomKeys.lists });
    timers.add(
      setTimeout(() => void client.invalidateQueries({ queryKey: roomKeys.room(groupId) }), CLOSING_MS),
    );
  };
  const refetchMissed = (isAgain: boolean) => {
    void client.invalidateQueries({ queryKey: roomKeys.rooms });
    if (isAgain) void client.invalidateQueries({ queryKey: roomKeys.lists });
  };
  if (connection.state() === 'connected') refetchMissed(false);
  const stops = [
    ...update.map((event) => connection.on(event, refetch)),
    connection.onState((state, isAgain) => {
      if (state === 'connected') refetchMissed(isAgain);
    }),
  ];
  return () => {
    for (const timer of timers) clearTimeout(timer);
    for (const stop of stops) stop();
  };
}
