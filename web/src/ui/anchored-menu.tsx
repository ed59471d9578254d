import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { MenuBox } from './menu.tsx';
import { place } from './use-menu.ts';

export type AnchoredMenuProps = {
  /** The button that the menu belongs to; it regains the focus on close. */
  anchor: HTMLElement;
  label: string;
  /** Called after the menu has closed, for any reason. */
  onClose: () => void;
  children: ReactNode;
};

/**
 * A menu shared by many buttons, open while it is mounted. Like {@link Menu} it is in the top layer and
 * closes on Escape, Tab, a choice or a press outside.
 */
export function AnchoredMenu({ anchor, label, onClose, children }: AnchoredMenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  const isShown = useRef(false);
  useLayoutEffect(() => {
    const panel = menu.current;
    if (!panel || isShown.current) return;
    isShown.current = true;
    panel.showPopover();
    place(panel, anchor.getBoundingClientRect());
    panel.querySelector<HTMLElement>('[role^="menuitem"]')?.focus();
  }, [anchor]);
  const close = () => {
    menu.current?.hidePopover();
    if (anchor.isConnected) anchor.focus();
  };
  return (
    <MenuBox
      ref={menu}
      popover="auto"
      label={label}
      onDone={close}
      onToggle={(event) => {
        if (event.newState === 'closed') onClose();
      }}
    >
      {children}
    </MenuBox>
  );
}
