import { useEffect, useRef, type MouseEvent, type RefObject, type SyntheticEvent } from 'react';
import { focusPage, isFocusLost, regionsAround } from './lost-focus.ts';

/** What a `<dialog>` needs to behave as a modal. */
export type Modal = {
  ref: RefObject<HTMLDialogElement | null>;
  onCancel: (event: SyntheticEvent<HTMLDialogElement>) => void;
  onClick: (event: MouseEvent<HTMLDialogElement>) => void;
};

/** `data-autofocus` marks what a dialog starts at; otherwise its first field, otherwise its title. */
const firstFocus = (dialog: HTMLElement): HTMLElement | null =>
  dialog.querySelector<HTMLElement>('[data-autofocus]') ??
  dialog.querySelector<HTMLElement>('input, textarea, select') ??
  dialog.querySelector<HTMLElement>('h2');

/** Gives the focus back to what had it, or to the nearest thing around it that is still there. */
function giveBack(before: Element | null, around: readonly HTMLElement[], closed: HTMLElement): void {
  if (!(before instanceof HTMLElement) || before === document.body) return;
  if (before.isConnected) before.focus();
  for (const region of around) {
    if (!isFocusLost(closed)) return;
    region.focus();
  }
  if (isFocusLost(closed)) focusPage();
}

/**
 * Opens and closes a native dialog with `isOpen`. The browser keeps the focus inside and closes on Escape
 * (SH-50); this gives the focus back, also when the dialog or what had the focus is taken away meanwhile, and
 * closes on a press outside unless `isStubborn`.
 */
export function useModal(isOpen: boolean, onClose: () => void, isStubborn = false): Modal {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    if (!isOpen || !dialog) return undefined;
    const before = document.activeElement;
    const around = before ? regionsAround(before) : [];
    if (!dialog.open) dialog.showModal();
    firstFocus(dialog)?.focus();
    return () => {
      dialog.close();
      giveBack(before, around, dialog);
    };
  }, [isOpen]);
  return {
    ref,
    onCancel(event) {
      if (event.target !== event.currentTarget) return; // a file input's cancel bubbles up here
      event.preventDefault();
      onClose();
    },
    onClick(event) {
      if (event.target === event.currentTarget && !isStubborn) onClose();
    },
  };
}
