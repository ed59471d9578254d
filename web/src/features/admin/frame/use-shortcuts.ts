import { useEffect, useRef } from 'react';
import { singleKeys } from './single-keys.ts';

/**
 * What a key does; the names are those of `KeyboardEvent.key`, with `Ctrl+` before it where Ctrl or Cmd is held. What
 * answers false leaves the key to the browser.
 */
export type Shortcuts = Readonly<Record<string, (() => boolean | void) | undefined>>;

const typing = 'input:not([type=radio]):not([type=checkbox]), textarea, select, [contenteditable]';

/** Whether keys belong to what has the focus: a field, a choice that arrows move, something that is open on top. */
function isTaken(event: KeyboardEvent): boolean {
  const { target, key, ctrlKey, metaKey } = event;
  if (document.querySelector('dialog[open]')) return true;
  // No text is typed with Ctrl held.
  if (ctrlKey || metaKey || !(target instanceof Element)) return false;
  if (target.closest(`${typing}, [role="menu"]`)) return true;
  return key.startsWith('Arrow') && target.closest('input, video, [role="tab"]') !== null;
}

/** Keys for the whole page. They never act while somebody types, and not below a dialog or a menu. */
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
