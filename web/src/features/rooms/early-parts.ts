import { useEffect } from 'react';
import { lazyPart } from '../../ui/lazy-part.tsx';

/** What a room opens most; all of it is small, so it is fetched before anybody asks (see {@link useEarlyParts}). */
export const earlyParts = {
  messageMenu: lazyPart(() => import('./messages/message-menu.tsx')),
  emojiPicker: lazyPart(() => import('./composer/emoji-picker.tsx')),
  previews: lazyPart(() => import('./composer/attachment-previews.tsx')),
  suggestions: lazyPart(() => import('./composer/mention-suggestions.tsx')),
};

const isSavingData = (): boolean => {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
};

/** Fetches them when the browser has nothing to do after the messages are shown; not where data is saved. */
export function useEarlyParts(areMessagesShown: boolean): void {
  useEffect(() => {
    // Safari has no idle callback; what is not fetched early comes when it is opened.
    if (!areMessagesShown || isSavingData() || !('requestIdleCallback' in globalThis)) return undefined;
    const id = requestIdleCallback(() => {
      for (const part of Object.values(earlyParts)) void part.load().catch(() => undefined);
    });
    return () => cancelIdleCallback(id);
  }, [areMessagesShown]);
}
