import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { kindOf, type OpenPlace } from './use-open-place.ts';

/** Returns the number of steps before this one in the history of the tab. */
export const indexOf = (state: { __TSR_index?: number }): number => state.__TSR_index ?? 0;

/** Closes the topmost dialog, as Escape does; returns false if none is open. */
function closeTopDialog(): boolean {
  const top = [...document.querySelectorAll('dialog[open]')].at(-1);
  return top ? !top.dispatchEvent(new Event('cancel', { cancelable: true })) : false;
}

/**
 * Handles the browser's Back on the main screen: closes an open dialog, then the open chat (SH-10); with
 * neither open it asks for confirmation first (SH-11). From a profile or post it returns to the previous
 * place.
 */
export function useBackGuard(open: OpenPlace['kind']) {
  const { history } = useRouter();
  const navigate = useNavigate();
  const [isConfirming, setConfirming] = useState(false);

  // On a fresh tab Back would leave the document before the app can ask for confirmation: push a step for Back.
  const mustConfirm = open !== 'page';
  useEffect(() => {
    if (mustConfirm && indexOf(history.location.state) === 0) history.push(history.location.href);
  }, [history, mustConfirm]);

  const blocks = useEffectEvent((action: string): boolean => {
    if (action !== 'BACK' && action !== 'GO') return false;
    if (closeTopDialog()) return true;
    // Not `open`: while the code of a new place loads, the previous one is still shown, but Back leaves the new one.
    const kind = kindOf(history.location.pathname);
    if (kind === 'page') return false;
    if (kind === 'tab') {
      setConfirming(true);
      return true;
    }
    // The Back step is undone first; only then can the chat's address be replaced.
    const close = () => void navigate({ to: '/v1', replace: true, ignoreBlocker: true });
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
