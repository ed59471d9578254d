import { useBlocker, useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { OpenPlace } from './use-open-place.ts';

const indexOf = (state: { __TSR_index?: number }): number => state.__TSR_index ?? 0;

/** How long the browser gets to leave before we say that it can't. */
const LEAVE_MS = 600;

/** Closes what lies on top of the page, as Escape does; false where nothing does. */
function closeTopDialog(): boolean {
  const top = [...document.querySelectorAll('dialog[open]')].at(-1);
  return top ? !top.dispatchEvent(new Event('cancel', { cancelable: true })) : false;
}

/**
 * What the browser's Back does on the main screen: it closes an open dialog, then the open chat (SH-10); with none
 * open it asks first (SH-11). From a profile or a post it leads back to where one came from. `onStay` is called when
 * leaving was confirmed but there was nowhere to go.
 */
export function useBackGuard(open: OpenPlace['kind'], onStay: () => void) {
  const { history } = useRouter();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);

  // On a fresh tab Back would leave the document before anybody could ask: give it a step to take.
  const asks = open !== 'page';
  useEffect(() => {
    if (asks && indexOf(history.location.state) === 0) history.push(history.location.href);
  }, [history, asks]);

  useBlocker({
    enableBeforeUnload: false,
    shouldBlockFn: ({ action }) => {
      if (action !== 'BACK' && action !== 'GO') return false;
      if (closeTopDialog()) return true;
      if (open === 'page') return false;
      if (open === 'tab') {
        setAsking(true);
        return true;
      }
      // The step back is undone first; only then is the address of the chat ours to replace.
      const close = () => void navigate({ to: '/v1', replace: true, ignoreBlocker: true });
      addEventListener('popstate', close, { once: true });
      return true;
    },
  });

  return {
    isAsking,
    stay: () => setAsking(false),
    leave: () => {
      setAsking(false);
      const timer = setTimeout(onStay, LEAVE_MS);
      addEventListener('pagehide', () => clearTimeout(timer), { once: true });
      history.go(-1 - indexOf(history.location.state), { ignoreBlocker: true });
    },
  };
}
