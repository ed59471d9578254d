import type { ComponentProps, KeyboardEvent, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { useMenu } from './use-menu.ts';

export type MenuProps = {
  /** The button that opens it: spread the given props on a `<button>`. */
  renderTrigger: (props: ComponentProps<'button'>) => ReactNode;
  /** The menu's label for screen readers. */
  label: string;
  /** {@link MenuItem} and {@link MenuDivider}, or other elements with the role of an item. */
  children: ReactNode;
};

/** Moves the focus between items: arrows, Home, End, and an item's first letter. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^="menuitem"]')];
  const index = items.findIndex((item) => item === document.activeElement);
  const letter = event.key.toLowerCase();
  const steps: Record<string, number> = {
    ArrowDown: index + 1,
    ArrowUp: index < 0 ? items.length - 1 : index - 1,
    Home: 0,
    End: items.length - 1,
  };
  const ahead = [...items.slice(index + 1), ...items.slice(0, index + 1)];
  const target =
    event.key in steps
      ? items[((steps[event.key] ?? 0) + items.length) % items.length]
      : event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey
        ? ahead.find((item) => item.textContent.trim().toLowerCase().startsWith(letter))
        : undefined;
  if (!target) return;
  event.preventDefault();
  target.focus();
}

export type MenuBoxProps = ComponentProps<'div'> & {
  label: string;
  /** Called after a choice, or when Tab leaves the menu. */
  onDone: () => void;
};

/** The container of every menu: a choice or Tab closes it; arrows and letters move the focus. */
export function MenuBox({ label, onDone, ...box }: MenuBoxProps) {
  return (
    <div
      {...box}
      role="menu"
      aria-label={label}
      tabIndex={-1}
      className="menu min-w-56"
      onClick={(event) => {
        if (event.target instanceof Element && event.target.closest('[role="menuitem"]')) onDone();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Tab') onDone();
        else moveFocus(event);
      }}
    />
  );
}

/**
 * A menu below a button. It is in the browser's top layer, so it also works inside a dialog. It closes on
 * Escape, Tab, a choice or a press outside, and returns the focus to its button.
 */
export function Menu({ renderTrigger, label, children }: MenuProps) {
  const { triggerProps, menuProps, close } = useMenu();
  return (
    <>
      {renderTrigger(triggerProps)}
      <MenuBox {...menuProps} label={label} onDone={close}>
        {children}
      </MenuBox>
    </>
  );
}

/** The look of an item of a menu. */
export const itemClasses =
  'flex w-full min-h-11 items-center gap-3 rounded-chip px-3 text-start text-[.95rem] font-medium ' +
  'hover:bg-raised focus-visible:bg-raised focus-visible:outline-offset-[-3px]';

export type MenuItemProps = {
  icon?: ReactNode;
  isDangerous?: boolean;
  onSelect: () => void;
  children: ReactNode;
};

/** A menu item that runs an action. */
export function MenuItem({ icon, isDangerous, onSelect, children }: MenuItemProps) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      onClick={onSelect}
      className={classNames(itemClasses, isDangerous && 'text-danger')}
    >
      <span aria-hidden="true" className="grid w-5 place-items-center">
        {icon}
      </span>
      {children}
    </button>
  );
}

/** A separator between groups of items. */
export function MenuDivider() {
  return <hr className="mx-2 my-1.5 h-px border-0 bg-line" />;
}
