import { useEffect, useRef } from 'react';
import { singleKeys } from './single-keys.ts';

/**
 * Handlers by key; the names are those of `KeyboardEvent.key`, prefixed with `Ctrl+` for Ctrl or Cmd. A
 * handler that returns false leaves the key to the browser.
 */
export type Shortcuts = Readonly<Record<string, (() => boolean | void) | undefined>>;

const typing = 'input:not([type=radio]):not([type=checkbox]), textarea, select, [contenteditable]';

/** Whether the focused element uses the keys: a field, a choice moved by arrows, or something open on top. */
function isTaken(event: KeyboardEvent): boolean {
  const { target, key, ctrlKey, metaKey } = event;
  if (document.querySelector('dialog[open]')) return true;
  // Ctrl combinations type no text.
  if (ctrlKey || metaKey || !(target instanceof Element)) return false;
  if (target.closest(`${typing}, [role="menu"]`)) return true;
  return key.startsWith('Arrow') && target.closest('input, video, [role="tab"]') !== null;
}

/** Page-wide shortcuts. They are inactive while the user types, and below a dialog or menu. */
export function useShortcuts(shortcuts: Shortcuts, isOn = true): void {
  const current = useRef(shortcuts);
  useEffect(() => {
    current.current = shortcuts;
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.isComposing || isTaken(event)) return;
      const isHeld = event.ctrlKey || event.metaKey;
      if (!isHeld && !singleKeys.areOn()) return;
      const act = current.current[isHeld ? `Ctrl+${event.key}` : event.key];
      if (act && act() !== false) event.preventDefault();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [isOn]);
}
