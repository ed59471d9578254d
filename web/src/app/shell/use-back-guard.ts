import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { kindOf } from './use-open-place.ts';

declare module '@tanstack/react-router' {
  // The router learns the state of its steps by declaration merging, which needs an interface.
  interface HistoryState {
    /** Before this step is nothing but the step to which Back would leave the app: the root of the history. */
    isRoot?: boolean;
  }
}

/** Returns the number of steps before this one in the history of the tab. */
export const indexOf = (state: { __TSR_index?: number }): number => state.__TSR_index ?? 0;

/** Closes the topmost dialog, as Escape does; returns false if none is open. */
function closeTopDialog(): boolean {
  const top = [...document.querySelectorAll('dialog[open]')].at(-1);
  return top ? !top.dispatchEvent(new Event('cancel', { cancelable: true })) : false;
}

/**
 * Handles the browser's Back on the main screen: closes an open dialog, otherwise returns to the previous place, the tab or
 * list from which a chat or page was opened (SH-10, HM-10). At the root of the history it closes an open chat, and without one
 * asks for confirmation before leaving (SH-11).
 */
export function useBackGuard() {
  const { history } = useRouter();
  const navigate = useNavigate();
  const [isConfirming, setConfirming] = useState(false);
  const hasRoot = useRef(false);

  // On the first step of a tab Back would leave the document before the app can ask for confirmation: add a step for Back.
  useEffect(() => {
    const addRoot = () => {
      const { state, pathname, href } = history.location;
      if (indexOf(state) > 0 || kindOf(pathname) === 'page') return;
      hasRoot.current = true;
      history.push(href, { isRoot: true });
    };
    addRoot();
    return history.subscribe(addRoot);
  }, [history]);

  const blocks = useEffectEvent((action: string): boolean => {
    if (action !== 'BACK' && action !== 'GO') return false;
    if (closeTopDialog()) return true;
    // The address, not what is shown: while the code of a new place loads, the previous one is still on screen.
    const { state, pathname } = history.location;
    const kind = kindOf(pathname);
    // A step that replaced the added one has lost its state.
    const isRoot = state.isRoot === true || (hasRoot.current && indexOf(state) === 1);
    if (kind === 'page' || !isRoot) return false;
    if (kind === 'tab') {
      setConfirming(true);
      return true;
    }
    // The Back step is undone first; only then can the chat's address be replaced.
    const close = () =>
      void navigate({ to: '/v1', state: { isRoot: true }, replace: true, ignoreBlocker: true });
    addEventListener('popstate', close, { once: true });
    return true;
  });
  // Not `useBlocker`, whose code for questions of its own would be part of every first load.
  useEffect(
    () => history.block({ enableBeforeUnload: false, blockerFn: ({ action }) => blocks(action) }),
    [history],
  );

  return { isConfirming, stay: () => setConfirming(false) };
}
