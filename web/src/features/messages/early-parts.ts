import { useEffect } from 'react';
import { withOpenedTexts } from '../../platform/texts.ts';
import { lazyComponent, type LazyComponentCode } from '../../ui/lazy-component.tsx';
import { emojiPickerPart } from './composer/emoji-picker-part.ts';

/** What a chat opens most; all of it is small, so it is fetched before anybody asks (see {@link useEarlyParts}). */
export const earlyParts = {
  liveMessages: lazyComponent(() => withOpenedTexts(() => import('./list/live-messages.tsx'))),
  reconnectBar: lazyComponent(() => withOpenedTexts(() => import('./chat/reconnect-bar.tsx'))),
  tools: lazyComponent(() => withOpenedTexts(() => import('./composer/composer-tools.tsx'))),
  emojiButton: lazyComponent(() => withOpenedTexts(() => import('./composer/emoji-button.tsx'))),
  notes: lazyComponent(() => withOpenedTexts(() => import('./composer/composer-notes.tsx'))),
  openAction: lazyComponent(() => withOpenedTexts(() => import('./list/open-action.tsx'))),
  emojiPicker: emojiPickerPart,
  previews: lazyComponent(() => withOpenedTexts(() => import('./composer/attachment-previews.tsx'))),
};

const isSavingData = (): boolean => {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
};

/** Fetches parts when the browser has nothing to do after the messages are shown; not where data is saved. */
export function useEarlyParts(
  areMessagesShown: boolean,
  parts: Record<string, LazyComponentCode<unknown>>,
): void {
  useEffect(() => {
    // Safari has no idle callback; what is not fetched early comes when it is opened.
    if (!areMessagesShown || isSavingData() || !('requestIdleCallback' in globalThis)) return undefined;
    const id = requestIdleCallback(() => {
      for (const part of Object.values(parts)) void part.load().catch(() => undefined);
    });
    return () => cancelIdleCallback(id);
  }, [areMessagesShown, parts]);
}
