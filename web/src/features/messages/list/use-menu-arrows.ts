import { useEffect, type RefObject } from 'react';

/**
 * Arrow keys on a message's menu button move to the button of the message above or below, so that Tab passes the whole
 * list in one step. Down on the newest one does nothing: Enter or Space open its menu.
 */
export function useMenuArrows(area: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = area.current;
    const move = (event: KeyboardEvent) => {
      const from = event.target;
      if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
      if (!(from instanceof HTMLElement) || from.dataset.messageMenu === undefined) return;
      const buttons = [...(element?.querySelectorAll<HTMLElement>('[data-message-menu]') ?? [])];
      const rowOf = (button: HTMLElement) =>
        Number(button.closest<HTMLElement>('[data-index]')?.dataset.index);
      buttons.sort((one, other) => rowOf(one) - rowOf(other));
      const next = buttons[buttons.indexOf(from) + (event.key === 'ArrowUp' ? -1 : 1)];
      event.preventDefault();
      next?.focus();
    };
    element?.addEventListener('keydown', move);
    return () => element?.removeEventListener('keydown', move);
  }, [area]);
}
