import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { shellConnection } from '../../platform/realtime.ts';
import { useSession } from '../../platform/use-session.ts';
import { roomKeys } from './rooms.queries.ts';

/** After the main screen's own connection was made. */
const QUIET_MS = 2000;

/** Reads the lists again when this person joined or left a room in another tab or on another device. */
export function useMembershipNews(): void {
  const client = useQueryClient();
  const username = useSession()?.username;
  useEffect(() => {
    if (username === undefined) return undefined;
    let stops: (() => void)[] = [];
    const reread = ({ group_id: groupId }: { group_id: string }) => {
      void client.invalidateQueries({ queryKey: roomKeys.lists });
      void client.invalidateQueries({ queryKey: roomKeys.room(groupId) });
    };
    const timer = setTimeout(() => {
      const connection = shellConnection();
      stops = [connection.on('group_joined', reread), connection.on('group_left', reread)];
    }, QUIET_MS);
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [client, username]);
}
