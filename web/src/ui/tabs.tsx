import { Fragment, useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** One tab of {@link Tabs}. */
export type TabItem<Id extends string = string> = {
  readonly id: Id;
  readonly label: ReactNode;
  /** Renders the tab's content; called only for the open tab. */
  readonly content: () => ReactNode;
};

export type TabsProps<Id extends string> = {
  /** The tab list's label for screen readers. */
  label: string;
  items: readonly TabItem<Id>[];
  value: Id;
  onChange: (id: Id) => void;
  className?: string;
  /** The open panel grows with the page instead of scrolling on its own. */
  isPage?: boolean;
};

/** Returns the index that an arrow key, Home or End leads to from `index`; undefined for other keys. */
export function tabStep(key: string, index: number, count: number, isRtl: boolean): number | undefined {
  const forward = isRtl ? 'ArrowLeft' : 'ArrowRight';
  const back = isRtl ? 'ArrowRight' : 'ArrowLeft';
  if (key === forward) return (index + 1) % count;
  if (key === back) return (index - 1 + count) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return undefined;
}

/** Tabs with one panel: arrows move and open, Tab moves into the panel. */
export function Tabs<Id extends string>({
  label,
  items,
  value,
  onChange,
  className,
  isPage = false,
}: TabsProps<Id>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>) => {
    const index = items.findIndex((item) => item.id === value);
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl';
    const next = tabStep(event.key, index, items.length, isRtl);
    const item = next === undefined ? undefined : items[next];
    if (next === undefined || !item) return;
    event.preventDefault();
    onChange(item.id);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus();
  };
  const open = items.find((item) => item.id === value);
  return (
    <div className={classNames('flex min-h-0 flex-col', className)}>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className="flex shrink-0 gap-1 rounded-full bg-raised p-1"
      >
        {items.map((item) => (
          <button
            key={item.id}
            type="button"
            role="tab"
            id={`${id}-tab-${item.id}`}
            aria-selected={item.id === value}
            aria-controls={item.id === value ? `${id}-panel` : undefined}
            tabIndex={item.id === value ? 0 : -1}
            onClick={() => onChange(item.id)}
            onKeyDown={onKeyDown}
            className={classNames(
              'min-h-11 min-w-0 grow basis-0 truncate rounded-full px-1.5 text-sm sm:px-3 font-semibold transition-colors',
              item.id === value
                ? 'bg-surface text-rani-ink shadow-pill dark:bg-line'
                : 'text-mute hover:text-ink',
            )}
          >
            {item.label}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-tab-${value}`}
        tabIndex={0}
        className={
          isPage
            ? 'rounded-chip pt-4 focus-visible:outline-offset-4'
            : 'min-h-0 grow overflow-y-auto focus-visible:outline-offset-[-3px]'
        }
      >
        {/* The key remounts the panel for each tab. */}
        <Fragment key={value}>{open?.content()}</Fragment>
      </div>
    </div>
  );
}
