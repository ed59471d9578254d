/** Moves the focus to the list when the button that had it was deleted with its message. */
export function rescueFocus(area: HTMLElement | null): void {
  setTimeout(() => {
    if (document.activeElement === document.body) area?.focus({ preventScroll: true });
  });
}
