import { useLingui } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import { useRef, type ReactNode } from 'react';
import { PageSteps } from '../../../ui/page-steps.tsx';
import { CardSkeleton, ListSkeleton } from '../../../ui/skeletons.tsx';
import { useKeepFocus } from '../../../ui/use-focus-kept.ts';
import { Loaded } from './loaded.tsx';
import { pageOf, useAdminPlace } from './use-admin-place.ts';

type PagerProps = {
  /** From 1. */
  page: number;
  last: number;
  /** The requested page is loading. */
  isBusy: boolean;
  onTurn: (page: number) => void;
};

/** Previous and Next below a list; not rendered for a single page. */
function Pager({ page, last, isBusy, onTurn }: PagerProps) {
  const { t } = useLingui();
  if (last === 1 && page === 1) return null;
  return (
    <nav aria-label={t`Pages`} className="flex items-center justify-between gap-2 py-2" aria-busy={isBusy}>
      <PageSteps page={page} last={last} onTurn={onTurn} />
    </nav>
  );
}

export type PagedListProps<Data, Item> = {
  query: UseQueryResult<Data>;
  /** The items of the response: those of the page, or without `total` all of them. */
  items: (data: Data) => readonly Item[];
  /** The number of items on all pages, if the server pages. */
  total?: (data: Data) => number;
  pageSize: number;
  /** The page's name in the filter, for a section with two lists. */
  pageName?: string;
  /** The list's label for screen readers. */
  label: string;
  /** The number of entries, as text; read out when it changes. */
  count: (total: number) => string;
  /** Shown if the list is empty. */
  empty: ReactNode;
  /** Renders cards in columns, if there is space, instead of rows. */
  areCards?: boolean;
  /** An action may remove a row and its pressed button; the list keeps the focus then. */
  losesRows?: boolean;
  /** Renders an item as an `li`. */
  children: (item: Item) => ReactNode;
};

/** A list from a query: loading and failure, the number of entries, the rows of the page, and pagination. */
export function PagedList<Data, Item>(props: PagedListProps<Data, Item>) {
  const { query, pageSize, pageName = 'page', label, areCards = false, losesRows = false } = props;
  const { filter, narrow } = useAdminPlace();
  const region = useRef<HTMLDivElement>(null);
  const focusKept = useKeepFocus(() => region.current);
  const isBusy = query.isPlaceholderData;
  const rowsOf = (data: Data) => {
    const items = props.items(data);
    const total = props.total?.(data) ?? items.length;
    const last = Math.max(1, Math.ceil(total / pageSize));
    const asked = pageOf(filter[pageName]);
    const page = props.total ? asked : Math.min(asked, last);
    const rows = props.total ? items : items.slice((page - 1) * pageSize, page * pageSize);
    return (
      <>
        <p role="status" className={`text-xs font-semibold text-mute tabular-nums ${areCards ? '' : 'px-3'}`}>
          {props.count(total)}
        </p>
        {rows.length === 0 ? (
          props.empty
        ) : (
          <ul
            aria-label={label}
            aria-busy={isBusy || undefined}
            className={areCards ? 'grid gap-3 xl:grid-cols-2' : 'grid gap-0.5'}
          >
            {rows.map(props.children)}
          </ul>
        )}
        <Pager
          page={page}
          last={last}
          isBusy={isBusy}
          onTurn={(to) => narrow({ [pageName]: to === 1 ? '' : String(to) })}
        />
      </>
    );
  };
  return (
    <div
      ref={region}
      {...(losesRows && { tabIndex: -1, ...focusKept })}
      className={`grid grid-cols-1 outline-none ${areCards ? 'gap-5' : 'gap-3'}`}
    >
      <Loaded query={query} skeleton={areCards ? <CardSkeleton /> : <ListSkeleton rows={5} />}>
        {rowsOf}
      </Loaded>
    </div>
  );
}
