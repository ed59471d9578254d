import { useEffect, useRef, type MouseEvent, type RefObject, type SyntheticEvent } from 'react';

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

/**
 * Opens and closes a native dialog with `isOpen`. The browser keeps the focus inside and closes on Escape
 * (SH-50); this gives the focus back, also when the dialog is taken away while open, and closes on a press
 * outside unless `isStubborn`.
 */
export function useModal(isOpen: boolean, onClose: () => void, isStubborn = false): Modal {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    if (!isOpen || !dialog) return undefined;
    const before = document.activeElement;
    if (!dialog.open) dialog.showModal();
    firstFocus(dialog)?.focus();
    return () => {
      dialog.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
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
