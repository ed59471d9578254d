import { useEffect, useRef, type MouseEvent, type RefObject, type SyntheticEvent } from 'react';
import { focusPage, isFocusLost, regionsAround } from './lost-focus.ts';

/** Attributes and handlers that make a `<dialog>` modal. */
export type Modal = {
  ref: RefObject<HTMLDialogElement | null>;
  onCancel: (event: SyntheticEvent<HTMLDialogElement>) => void;
  onClick: (event: MouseEvent<HTMLDialogElement>) => void;
};

/** Returns the initial focus: the element with `data-autofocus`, else the first field, else the title. */
const firstFocus = (dialog: HTMLElement): HTMLElement | null =>
  dialog.querySelector<HTMLElement>('[data-autofocus]') ??
  dialog.querySelector<HTMLElement>('input, textarea, select') ??
  dialog.querySelector<HTMLElement>('h2');

/** Restores the focus to the element that had it, or to the nearest remaining element around it. */
function restoreFocus(
  previousFocus: Element | null,
  around: readonly HTMLElement[],
  closed: HTMLElement,
): void {
  if (!(previousFocus instanceof HTMLElement) || previousFocus === document.body) return;
  if (previousFocus.isConnected) previousFocus.focus();
  for (const region of around) {
    if (!isFocusLost(closed)) return;
    region.focus();
  }
  if (isFocusLost(closed)) focusPage();
}

/**
 * Opens and closes a native dialog with `isOpen`. The browser traps the focus and closes on Escape (SH-50).
 * This hook restores the focus, also if the dialog or the previously focused element was removed, and closes
 * on a press outside unless `keepOpenOnOutsidePress`.
 */
export function useModal(isOpen: boolean, onClose: () => void, keepOpenOnOutsidePress = false): Modal {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    if (!isOpen || !dialog) return undefined;
    const previousFocus = document.activeElement;
    const around = previousFocus ? regionsAround(previousFocus) : [];
    if (!dialog.open) dialog.showModal();
    firstFocus(dialog)?.focus();
    return () => {
      dialog.close();
      restoreFocus(previousFocus, around, dialog);
    };
  }, [isOpen]);
  return {
    ref,
    onCancel(event) {
      if (event.target !== event.currentTarget) return; // a file input's cancel event bubbles up here
      event.preventDefault();
      onClose();
    },
    onClick(event) {
      if (event.target === event.currentTarget && !keepOpenOnOutsidePress) onClose();
    },
  };
}
