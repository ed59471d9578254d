import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { openChatUser, openGroupChat } from '../../platform/open-chat.ts';
import { useOpenChat } from '../../platform/use-switch-chat.ts';

/** Reopens the remembered chat when the main screen is reloaded (SH-58, SH-59); the chat stores itself. */
export function useReopenChat(isAtStart: boolean): void {
  const navigate = useNavigate();
  const isFirst = useRef(true);
  const { groupId, username } = useOpenChat();
  useEffect(() => {
    const isFresh = isFirst.current && isAtStart;
    isFirst.current = false;
    const options = { replace: true, ignoreBlocker: true } as const;
    const group = openGroupChat.get();
    const user = openChatUser.get();
    if (isFresh && group !== null) {
      void navigate({ to: '/v1/group/$groupId', params: { groupId: group }, ...options });
    } else if (isFresh && user !== null) {
      void navigate({ to: '/v1/chat/$username', params: { username: user }, ...options });
    } else {
      if (groupId === undefined) openGroupChat.clear();
      if (username === undefined) openChatUser.clear();
    }
  }, [groupId, username, isAtStart, navigate]);
}
