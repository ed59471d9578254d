import type { ReactNode } from 'react';
import { ChatsTab } from '../../../features/rooms/chats-tab.tsx';
import { usePeopleTabs } from './people-tabs.tsx';

/**
 * The chats tab with the people panels next to the rooms; `children` is the open chat, undefined if none is
 * open.
 */
export function Chats({ children }: { children: ReactNode }) {
  return <ChatsTab people={usePeopleTabs()}>{children}</ChatsTab>;
}
