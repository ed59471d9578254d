import { useEffect, useLayoutEffect, useRef, type ReactNode, type ToggleEvent } from 'react';
import { MenuBox } from './menu.tsx';
import { place } from './use-menu.ts';

/** The element that a panel is placed at: in a row with several buttons, the one with `data-anchor`. */
const rectOf = (anchor: HTMLElement): DOMRect =>
  (anchor.querySelector('[data-anchor]') ?? anchor).getBoundingClientRect();

/** Places a panel at its anchor; within a list it does not cover what is below the list, such as an input. */
const placeAt = (panel: HTMLElement, anchor: HTMLElement): void =>
  place(panel, rectOf(anchor), anchor.closest('[role="region"]')?.getBoundingClientRect().bottom);

/**
 * Props of a panel that is placed at a button and open while it is mounted, and the function that closes it. The first
 * element that matches `focused` has the focus. The panel is placed again when `content` changes. Like every native
 * popover it closes on Escape or a press outside.
 */
export function useAnchored(anchor: HTMLElement, onClose: () => void, focused: string, content?: unknown) {
  const ref = useRef<HTMLDivElement>(null);
  const isShown = useRef(false);
  useLayoutEffect(() => {
    const panel = ref.current;
    if (!panel || isShown.current) return;
    isShown.current = true;
    panel.showPopover();
    placeAt(panel, anchor);
    panel.querySelector<HTMLElement>(focused)?.focus();
  }, [anchor, focused]);
  useEffect(() => {
    if (content && ref.current) placeAt(ref.current, anchor);
  }, [anchor, content]);
  const close = () => {
    ref.current?.hidePopover();
    if (anchor.isConnected) anchor.focus();
  };
  const onToggle = (event: ToggleEvent) => {
    if (event.newState === 'closed') onClose();
  };
  return { panelProps: { ref, popover: 'auto' as const, onToggle }, close };
}

export type AnchoredMenuProps = {
  /** The button or row that the menu belongs to; it regains the focus on close. */
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
  const { panelProps, close } = useAnchored(anchor, onClose, '[role^="menuitem"]');
  return (
    <MenuBox {...panelProps} label={label} onDone={close}>
      {children}
    </MenuBox>
  );
}
