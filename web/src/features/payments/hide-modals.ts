/**
 * Closes the app's open modal dialogs without unmounting them, so that a provider's own dialog in the page is
 * visible and usable. Their content stays. Returns the function that reopens them.
 */
export function hideModals(): () => void {
  const focused = document.activeElement;
  const modals = [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')];
  for (const modal of modals.toReversed()) modal.close();
  return () => {
    // Dialogs closed permanently meanwhile are disconnected or empty.
    const left = modals.filter(({ isConnected, childElementCount }) => isConnected && childElementCount > 0);
    for (const modal of left) if (!modal.open) modal.showModal();
    if (focused instanceof HTMLElement && focused.isConnected) focused.focus();
  };
}
