import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { openGroupChat } from '../../platform/open-chat.ts';

/** Opens the group chat that was open when the main screen is loaded anew (SH-58); the room itself remembers it. */
export function useOpenChatMemory(groupId: string | undefined, isAtStart: boolean): void {
  const navigate = useNavigate();
  const isFirst = useRef(true);
  useEffect(() => {
    const remembered = isFirst.current && isAtStart ? openGroupChat.get() : null;
    isFirst.current = false;
    if (groupId !== undefined) return;
    if (remembered === null) openGroupChat.clear();
    else
      void navigate({
        to: '/v1/group/$groupId',
        params: { groupId: remembered },
        replace: true,
        ignoreBlocker: true,
      });
  }, [groupId, isAtStart, navigate]);
}
