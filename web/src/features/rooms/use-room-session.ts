import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { ConnectionState } from '../../platform/connection.ts';
import { openRoomSession, type RoomSession } from './room-session.ts';

/** Whose session in which room, and what happens to it. */
export type RoomSessionInput = {
  groupId: string;
  account: string;
  onClosed: (text: string) => void;
  onReturned: (content: string) => boolean;
};

/** Keeps a room open while it is on screen; undefined until it is. */
export function useRoomSession(input: RoomSessionInput): RoomSession | undefined {
  const { groupId, account } = input;
  const client = useQueryClient();
  const [session, setSession] = useState<RoomSession>();
  const latest = useRef(input);
  useEffect(() => {
    latest.current = input;
  });
  useEffect(() => {
    const opened = openRoomSession({
      client,
      groupId,
      account,
      onClosed: (text) => latest.current.onClosed(text),
      onReturned: (content) => latest.current.onReturned(content),
    });
    setSession(opened);
    return () => {
      setSession(undefined);
      opened.close();
    };
  }, [client, groupId, account]);
  return session;
}

/** The state of a session's connection (GC-42). */
export const useConnectionState = (session: RoomSession): ConnectionState =>
  useSyncExternalStore(session.line.onState, session.line.state);
