import type { ReactNode } from 'react';
import { Pager, type PagerProps } from './pager.tsx';

/** Props of {@link PagedRows}. */
export type PagedRowsProps = PagerProps & {
  /** What it is a list of, for screen readers. */
  label: string;
  /** How many there are, in words; read out when it changes. */
  count: string;
  /** Shown where there is none. */
  empty: ReactNode;
  /** Cards in columns where there is room, instead of rows. */
  areCards?: boolean;
  /** One `li` each. */
  children: readonly ReactNode[];
};

/** A page of a list: how many there are, the rows, and the way to the other pages. */
export function PagedRows({ label, count, empty, areCards = false, children, ...pager }: PagedRowsProps) {
  return (
    <>
      <p role="status" className={`text-xs font-semibold text-mute tabular-nums ${areCards ? '' : 'px-3'}`}>
        {count}
      </p>
      {children.length === 0 ? (
        empty
      ) : (
        <ul
          aria-label={label}
          aria-busy={pager.isBusy || undefined}
          className={areCards ? 'grid gap-3 xl:grid-cols-2' : 'grid gap-0.5'}
        >
          {children}
        </ul>
      )}
      <Pager {...pager} />
    </>
  );
}
