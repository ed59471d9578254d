import type { MouseEvent } from 'react';

/**
 * Whether a link was pressed to open it in place; a press with a modifier key or another button is left to
 * the browser.
 */
export const isPlainPress = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
