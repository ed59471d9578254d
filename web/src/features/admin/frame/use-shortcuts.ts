import { useEffect, useRef, useSyncExternalStore } from 'react';

const KEY = 'admin.single-keys';
const listeners = new Set<() => void>();

/** Whether shortcuts without Ctrl are enabled: users of speech input may need them disabled (WCAG 2.1.4). */
export const singleKeys = {
  areOn: (): boolean => localStorage.getItem(KEY) !== 'off',
  set(areOn: boolean): void {
    if (areOn) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, 'off');
    for (const listener of listeners) listener();
  },
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** The setting as a hook. */
export const useSingleKeys = (): boolean => useSyncExternalStore(subscribe, singleKeys.areOn);

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
