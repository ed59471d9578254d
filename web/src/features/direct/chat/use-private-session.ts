import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { useChatSession } from '../../messages/index.ts';
import type { PrivateSession, PrivateSessionOptions } from './private-session.ts';

/** The two users of a session, and its callbacks. */
export type PrivateSessionInput = Omit<PrivateSessionOptions, 'client' | 'connection'>;

/** Keeps a private chat open while it is on screen; returns undefined until it is open. */
export function usePrivateSession(input: PrivateSessionInput): PrivateSession | undefined {
  const { conversation, username, account } = input;
  const client = useQueryClient();
  const latest = useRef(input);
  useEffect(() => {
    latest.current = input;
  });
  const load = useCallback(
    () =>
      import('./private-session.ts').then(
        ({ openPrivateSession }) =>
          () =>
            openPrivateSession({
              client,
              conversation,
              username,
              account,
              onBlocked: (isBlocked) => latest.current.onBlocked(isBlocked),
              onRenamed: (name) => latest.current.onRenamed(name),
              onGone: (text) => latest.current.onGone(text),
              onReturned: (draft) => latest.current.onReturned(draft),
            }),
      ),
    [client, conversation, username, account],
  );
  return useChatSession(load);
}
