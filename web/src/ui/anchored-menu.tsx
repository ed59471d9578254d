import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { MenuBox } from './menu.tsx';
import { place } from './use-menu.ts';

/** Props of {@link AnchoredMenu}. */
export type AnchoredMenuProps = {
  /** The button that it belongs to; the focus goes back there. */
  anchor: HTMLElement;
  label: string;
  /** It has closed, in whichever way. */
  onClose: () => void;
  children: ReactNode;
};

/**
 * A menu for one of many buttons, open while it is mounted. Like {@link Menu} it lives in the top layer and closes on
 * Escape, Tab, a choice or a press outside.
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
