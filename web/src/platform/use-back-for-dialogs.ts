import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

type Place = { readonly href: string; readonly state: { readonly __TSR_index?: number } };

const isFirst = ({ state }: Place): boolean => (state.__TSR_index ?? 0) === 0;
const isDialogStep = ({ state }: Place): boolean => 'isForDialogs' in state;

/** Calls `onOpen` when a dialog opens anywhere on the page. Returns the unsubscribe function. */
function watchDialogs(onOpen: () => void): () => void {
  const observer = new MutationObserver((changes) => {
    if (changes.some(({ target }) => target instanceof HTMLDialogElement && target.open)) onOpen();
  });
  observer.observe(document.body, { subtree: true, attributeFilter: ['open'] });
  return () => observer.disconnect();
}

/**
 * For a page that is the first of its tab: Back would leave the document instead of closing an open dialog,
 * as it does elsewhere (SH-10). Opening a dialog adds a history step. After the dialog has closed, that step
 * and the page count as one place: Back leaves at the first press.
 */
export function useBackForDialogs(): void {
  const { history } = useRouter();
  useEffect(() => {
    let last: Place = history.location;
    const stopWatching = watchDialogs(() => {
      const { location } = history;
      if (isFirst(location)) history.push(location.href, { isForDialogs: true });
    });
    const stopListening = history.subscribe(({ location, action }) => {
      const hasLeftDialogStep = action.type === 'BACK' && isDialogStep(last) && isFirst(location);
      last = location;
      if (hasLeftDialogStep) history.back();
    });
    return () => {
      stopWatching();
      stopListening();
    };
  }, [history]);
}
