import { useEffect } from 'react';
import { lazyComponent, type LazyComponentCode } from '../../ui/lazy-component.tsx';
import { lazyEmojiPicker } from './composer/emoji-picker-lazy.ts';

/** The small lazy components that a chat usually opens, prefetched (see {@link usePrefetch}). */
export const prefetchedComponents = {
  parts: lazyComponent(() => import('./parts.ts')),
  tools: lazyComponent(() => import('./composer/composer-tools.tsx')),
  openAction: lazyComponent(() => import('./list/open-action.tsx')),
  emojiPicker: lazyEmojiPicker,
};

const isSavingData = (): boolean => {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
};

/** Prefetches lazy components when the browser is idle after the messages are shown; not if the user saves data. */
export function usePrefetch(
  areMessagesShown: boolean,
  parts: Record<string, LazyComponentCode<unknown>>,
): void {
  useEffect(() => {
    // Safari has no idle callback; components that are not prefetched load when they are opened.
    if (!areMessagesShown || isSavingData() || !('requestIdleCallback' in globalThis)) return undefined;
    const id = requestIdleCallback(() => {
      for (const part of Object.values(parts)) void part.load().catch(() => undefined);
    });
    return () => cancelIdleCallback(id);
  }, [areMessagesShown, parts]);
}
