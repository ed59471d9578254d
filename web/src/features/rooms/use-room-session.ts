import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { ConnectionState } from '../../platform/connection.ts';
import type { Words } from './composer/attachments.ts';
import type { RoomSession } from './room-session.ts';

/** Whose session in which room, and what happens to it. */
export type RoomSessionInput = {
  groupId: string;
  account: string;
  onClosed: (text: string) => void;
  onReturned: (words: Words) => boolean;
};

const loadSession = () => import('./room-session.ts');

/** So long after a try that failed, in milliseconds. */
const RETRY_MS = 4000;

/**
 * Keeps a room open while it is on screen; undefined until it is. Its code loads beside the first messages, which
 * don't wait for it; where it does not come, it is asked for again.
 */
export function useRoomSession(input: RoomSessionInput): RoomSession | undefined {
  const { groupId, account } = input;
  const client = useQueryClient();
  const [session, setSession] = useState<RoomSession>();
  const latest = useRef(input);
  useEffect(() => {
    latest.current = input;
  });
  useEffect(() => {
    let isGone = false;
    let opened: RoomSession | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const load = () => {
      clearTimeout(timer);
      loadSession().then(
        ({ openRoomSession }) => {
          if (isGone || opened) return;
          opened = openRoomSession({
            client,
            groupId,
            account,
            onClosed: (text) => latest.current.onClosed(text),
            onReturned: (words) => latest.current.onReturned(words),
          });
          setSession(opened);
        },
        () => {
          clearTimeout(timer);
          if (!isGone) timer = setTimeout(load, RETRY_MS);
        },
      );
    };
    load();
    addEventListener('online', load);
    return () => {
      isGone = true;
      clearTimeout(timer);
      removeEventListener('online', load);
      setSession(undefined);
      opened?.close();
    };
  }, [client, groupId, account]);
  return session;
}

/** The state of a session's connection (GC-42). */
export const useConnectionState = (session: RoomSession): ConnectionState =>
  useSyncExternalStore(session.line.onState, session.line.state);
