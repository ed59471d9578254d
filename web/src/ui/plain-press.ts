import type { MouseEvent } from 'react';

/** Whether a link was pressed to follow it here; with a key or another button it is the browser's to open. */
export const isPlainPress = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
