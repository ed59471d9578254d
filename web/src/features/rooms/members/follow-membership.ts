import type { QueryClient } from '@tanstack/react-query';
import type { ShellConnection } from '../../../platform/realtime.ts';
import { muteRoom, patchRoom, roomKeys, type GroupsPage } from '../rooms.queries.ts';

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
  'owner_changed',
  'member_timeout',
] as const;

/**
 * Refetches the lists after a connect. On the first one they were fetched a moment ago; only those with unread mentions may
 * be outdated already, because opening a room reads its mentions.
 */
function refetchLists(client: QueryClient, isAgain: boolean): void {
  for (const [queryKey, page] of client.getQueriesData<GroupsPage>({ queryKey: roomKeys.lists })) {
    const hasMentions = page?.groups.some(({ unread_mentions: unread = 0 }) => unread > 0);
    if (isAgain || hasMentions) void client.invalidateQueries({ queryKey, exact: true });
  }
}

/**
 * Keeps lists and rooms up to date when this user is mentioned (MN-03), or when their membership changes in another tab or
 * by another user: refetches the lists and the room on each event, and visible data after each connect, because earlier
 * events are not repeated. Returns the function that stops it.
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
    refetchLists(client, isAgain);
  };
  if (connection.state() === 'connected') refetchMissed(false);
  const stops = [
    connection.on('mentions_changed', ({ group_id: groupId, ...counts }) =>
      patchRoom(client, groupId, (group) => ({ ...group, ...counts })),
    ),
    connection.on('mute_changed', (mute) => {
      if (!('group_id' in mute)) return;
      muteRoom(client, mute.group_id, mute);
      refetch(mute);
    }),
    connection.on('group_updated', ({ group_id: groupId, ...settings }) => {
      patchRoom(client, groupId, (group) => ({ ...group, ...settings }));
      refetch({ group_id: groupId });
    }),
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
