import type { QueryClient } from '@tanstack/react-query';
import type { ShellConnection } from '../../../platform/realtime.ts';
import { roomKeys } from '../rooms.queries.ts';

/** An open room hears of its end itself, says why and closes; what it shows is read again only after that. */
const CLOSING_MS = 1000;

/** Everything that can happen to one's own membership of a room. */
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
 * Keeps lists and rooms right when this person's membership changes in another tab, elsewhere or by others: reads the
 * lists and the room again on update of it, and what is on screen whenever the connection
 * is there: update from before it are not sent again. Returns how to stop.
 */
export function followMembership(
  connection: Pick<ShellConnection, 'on' | 'onState' | 'state'>,
  client: QueryClient,
): () => void {
  const timers = new Set<ReturnType<typeof setTimeout>>();
  const reread = ({ group_id: groupId }: { group_id: string }) => {
    void client.invalidateQueries({ queryKey: roomKeys.lists });
    timers.add(
      setTimeout(() => void client.invalidateQueries({ queryKey: roomKeys.room(groupId) }), CLOSING_MS),
    );
  };
  const rereadMissed = (isAgain: boolean) => {
    void client.invalidateQueries({ queryKey: roomKeys.rooms });
    if (isAgain) void client.invalidateQueries({ queryKey: roomKeys.lists });
  };
  if (connection.state() === 'connected') rereadMissed(false);
  const stops = [
    ...update.map((event) => connection.on(event, reread)),
    connection.onState((state, isAgain) => {
      if (state === 'connected') rereadMissed(isAgain);
    }),
  ];
  return () => {
    for (const timer of timers) clearTimeout(timer);
    for (const stop of stops) stop();
  };
}
