import { CHAT_SWITCH_DELAY_MS } from '@adda/contract/rooms';
import { useMatch, useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

declare module '@tanstack/react-router' {
  // The router learns the state of its steps by declaration merging, which needs an interface.
  interface HistoryState {
    /** The chat was opened from a list, which is the step before. */
    isFromList?: boolean;
  }
}

/** A room by its id, or a private chat by the other user's name. */
export type ChatAddress = { readonly groupId: string } | { readonly username: string };

/** The part of the address that belongs to the lists beside the chats: what they show, and their filters. */
export type ListSearch = {
  category?: string | undefined;
  language?: string | undefined;
  list?: 'rooms' | 'users' | 'history' | undefined;
  show?: 'unread' | 'rooms' | 'people' | undefined;
};

/** Returns the open chat, derived from the address. */
export function useOpenChat(): { groupId: string | undefined; username: string | undefined } {
  const room = useMatch({ from: '/shell/v1/group/$groupId', shouldThrow: false });
  const person = useMatch({ from: '/shell/v1/chat/$username', shouldThrow: false });
  return { groupId: room?.params.groupId, username: person?.params.username.toLowerCase() };
}

/**
 * Returns a function that opens a chat after the delay of SH-57, so that only the last of several quick
 * presses counts. The first chat opens immediately. A chat replaces the open one in the history, so that Back
 * closes it (SH-10) and finds the place from which the first one was opened (HM-10).
 */
export function useSwitchChat(): (chat: ChatAddress) => void {
  const navigate = useNavigate();
  const { history } = useRouter();
  const { groupId, username } = useOpenChat();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (chat) => {
    clearTimeout(timer.current);
    const isOpen = 'groupId' in chat ? chat.groupId === groupId : chat.username === username;
    if (isOpen) return;
    const isFirst = groupId === undefined && username === undefined;
    const { pathname, state } = history.location;
    const options = {
      replace: !isFirst,
      ignoreBlocker: true,
      // The lists beside the chat stay as they are.
      search: ({ category, language, list, show }: ListSearch) => ({ category, language, list, show }),
      state: { isFromList: isFirst ? pathname === '/v1' : state.isFromList === true },
    } as const;
    const open = () =>
      void ('groupId' in chat
        ? navigate({ to: '/v1/group/$groupId', params: chat, ...options })
        : navigate({ to: '/v1/chat/$username', params: chat, ...options }));
    if (isFirst) open();
    else timer.current = setTimeout(open, CHAT_SWITCH_DELAY_MS);
  };
}
