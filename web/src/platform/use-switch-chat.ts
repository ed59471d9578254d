import { CHAT_SWITCH_DELAY_MS } from '@adda/contract/rooms';
import { useMatch, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/** A room by its id, or a private chat by the other user's name. */
export type ChatAddress = { readonly groupId: string } | { readonly username: string };

/** The filters of the list of rooms in the address. */
type Filters = { category?: string; language?: string };

/** Returns the open chat, derived from the address. */
export function useOpenChat(): { groupId: string | undefined; username: string | undefined } {
  const room = useMatch({ from: '/shell/v1/group/$groupId', shouldThrow: false });
  const person = useMatch({ from: '/shell/v1/chat/$username', shouldThrow: false });
  return { groupId: room?.params.groupId, username: person?.params.username.toLowerCase() };
}

/**
 * Returns a function that opens a chat after the delay of SH-57, so that only the last of several quick
 * presses counts. The first chat opens immediately. A chat replaces the open one in the history, so that Back
 * closes it (SH-10).
 */
export function useSwitchChat(): (chat: ChatAddress) => void {
  const navigate = useNavigate();
  const { groupId, username } = useOpenChat();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (chat) => {
    clearTimeout(timer.current);
    const isOpen = 'groupId' in chat ? chat.groupId === groupId : chat.username === username;
    if (isOpen) return;
    const options = {
      replace: true,
      ignoreBlocker: true,
      // The list of rooms beside the chat keeps its filters.
      search: ({ category, language }: Filters) => ({ category, language }),
    } as const;
    const open = () =>
      void ('groupId' in chat
        ? navigate({ to: '/v1/group/$groupId', params: chat, ...options })
        : navigate({ to: '/v1/chat/$username', params: chat, ...options }));
    if (groupId === undefined && username === undefined) open();
    else timer.current = setTimeout(open, CHAT_SWITCH_DELAY_MS);
  };
}
