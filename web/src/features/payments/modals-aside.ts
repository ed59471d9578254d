/**
 * Takes our open dialogs out of the way of a provider's own one, which lies in the page: below a modal dialog nothing of
 * the page can be seen or pressed. They keep what is in them. Returns how to put them back as they were.
 */
export function setModalsAside(): () => void {
  const focused = document.activeElement;
  const modals = [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')];
  for (const modal of modals.toReversed()) modal.close();
  return () => {
    // One that was closed for good meanwhile is gone or empty.
    const left = modals.filter(({ isConnected, childElementCount }) => isConnected && childElementCount > 0);
    for (const modal of left) if (!modal.open) modal.showModal();
    if (focused instanceof HTMLElement && focused.isConnected) focused.focus();
  };
}
