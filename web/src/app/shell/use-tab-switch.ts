import { TAB_DEBOUNCE_MS } from '@adda/contract/rooms';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { ShellTab } from '../search.ts';
import type { OpenPlace } from './use-open-place.ts';

/**
 * Switches tabs with the delay of SH-05: only the last of several quick presses counts, and the pressed tab
 * looks open immediately. Leaving the chats tab closes the open chat, because the address changes (SH-04).
 * Pressing the tab of an open page goes from another user's profile or a post to the feed, and from a chat
 * that fills the screen (`isChatAlone`: on phones) back to the lists.
 */
export function useTabSwitch({ tab: open, kind }: Pick<OpenPlace, 'tab' | 'kind'>, isChatAlone = false) {
  const navigate = useNavigate();
  const [pressed, setPressed] = useState<ShellTab>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const choose = (tab: ShellTab) => {
    clearTimeout(timer.current);
    setPressed(tab);
    timer.current = setTimeout(() => {
      setPressed(undefined);
      const isAlreadyOpen = tab === open && !isChatAlone && (kind !== 'page' || tab === 'profile');
      if (isAlreadyOpen) return;
      void navigate({
        to: '/v1',
        search: tab === 'chats' ? {} : { tab },
        replace: true,
        ignoreBlocker: true,
      });
    }, TAB_DEBOUNCE_MS);
  };
  return { shown: pressed ?? open, choose };
}
