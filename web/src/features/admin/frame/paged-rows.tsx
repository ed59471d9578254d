import type { ReactNode } from 'react';
import { Pager, type PagerProps } from './pager.tsx';

export type PagedRowsProps = PagerProps & {
  /** The list's label for screen readers. */
  label: string;
  /** The number of entries, as text; read out when it changes. */
  count: string;
  /** Shown if the list is empty. */
  empty: ReactNode;
  /** Renders cards in columns, if there is space, instead of rows. */
  areCards?: boolean;
  /** One `li` each. */
  children: readonly ReactNode[];
};

/** A page of a list: the number of entries, the rows, and pagination. */
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
