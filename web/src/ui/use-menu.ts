import { useId, useRef, useState, type ComponentProps } from 'react';

const GAP = 8;

/**
 * Positions the menu below its button, above it if the menu would reach beyond `bottom`, and always inside the window.
 */
export function place(menu: HTMLElement, anchor: DOMRect, bottom = innerHeight): void {
  const { offsetWidth: width, offsetHeight: height } = menu;
  const isRtl = getComputedStyle(menu).direction === 'rtl';
  const wanted = isRtl ? anchor.left : anchor.right - width;
  const left = Math.max(GAP, Math.min(wanted, innerWidth - width - GAP));
  const below = anchor.bottom + GAP;
  const above = anchor.top - height - GAP;
  const fits = (end: number) => below + height <= end - GAP;
  const top = fits(bottom) || (above < GAP && fits(innerHeight)) ? below : Math.max(GAP, above);
  menu.style.setProperty('inset', `${top}px auto auto ${left}px`);
  menu.dataset.placed = 'true';
}

/** State and props of a button and its menu, a native popover. */
export function useMenu() {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);

  const close = () => {
    menu.current?.hidePopover();
    button.current?.focus();
  };
  const updatePosition = () => {
    const panel = menu.current;
    if (!panel || !button.current) return;
    place(panel, button.current.getBoundingClientRect());
    panel.querySelector<HTMLElement>('[role^="menuitem"]')?.focus();
  };
  const triggerProps: ComponentProps<'button'> = {
    ref: button,
    'aria-haspopup': 'menu',
    'aria-expanded': isOpen,
    'aria-controls': id,
    // Light dismissal closes on pointerdown: without this the following click would reopen it.
    popoverTarget: id,
    popoverTargetAction: 'toggle',
    onKeyDown(event) {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      event.preventDefault();
      menu.current?.showPopover();
    },
  };
  const menuProps: ComponentProps<'div'> = {
    ref: menu,
    id,
    popover: 'auto',
    onToggle(event) {
      const isShown = event.newState === 'open';
      setOpen(isShown);
      if (isShown) updatePosition();
      else delete event.currentTarget.dataset.placed;
    },
  };
  return { triggerProps, menuProps, close };
}
