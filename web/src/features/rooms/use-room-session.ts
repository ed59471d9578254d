import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { useChatSession, type Draft } from '../messages/index.ts';
import type { RoomSession } from './room-session.ts';

/** The user and room of a session, and its callbacks. */
export type RoomSessionInput = {
  groupId: string;
  account: string;
  /** Only members connect; a global admin who is not a member reads without a connection (SV-101, Q-36). */
  isMember: boolean;
  onClosed: (text: string) => void;
  onReturned: (draft: Draft) => boolean;
};

/** Keeps a room open while it is on screen; returns undefined until it is open. */
export function useRoomSession(input: RoomSessionInput): RoomSession | undefined {
  const { groupId, account, isMember } = input;
  const client = useQueryClient();
  const latest = useRef(input);
  useEffect(() => {
    latest.current = input;
  });
  const load = useCallback(
    () =>
      import('./room-session.ts').then(
        ({ openRoomSession }) =>
          () =>
            openRoomSession({
              client,
              groupId,
              account,
              onClosed: (text) => latest.current.onClosed(text),
              onReturned: (draft) => latest.current.onReturned(draft),
            }),
      ),
    [client, groupId, account],
  );
  return useChatSession(isMember ? load : undefined);
}
