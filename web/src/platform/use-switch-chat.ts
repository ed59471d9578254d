import { CHAT_SWITCH_DELAY_MS } from '@adda/contract/rooms';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/**
 * Opens a group chat after the pause of SH-57, so that of several quick presses the last one counts.
 * The first chat opens at once. It takes the place of the open one in the history: Back closes it (SH-10).
 */
export function useSwitchChat(openGroupId: string | undefined): (groupId: string) => void {
  const navigate = useNavigate();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (groupId) => {
    clearTimeout(timer.current);
    if (groupId === openGroupId) return;
    const open = () =>
      void navigate({ to: '/v1/group/$groupId', params: { groupId }, replace: true, ignoreBlocker: true });
    if (openGroupId === undefined) open();
    else timer.current = setTimeout(open, CHAT_SWITCH_DELAY_MS);
  };
}
