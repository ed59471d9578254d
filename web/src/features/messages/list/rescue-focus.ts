/** A deleted message has no button any more that the focus could go back to: it stays in the list then. */
export function rescueFocus(area: HTMLElement | null): void {
  setTimeout(() => {
    if (document.activeElement === document.body) area?.focus({ preventScroll: true });
  });
}
