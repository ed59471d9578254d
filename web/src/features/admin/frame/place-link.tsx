import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { adminSearch, useAdminPlace, type AdminPlace } from './use-admin-place.ts';

/** A link to another place of the console, in a text. */
export function PlaceLink({ children, ...place }: AdminPlace & { children: ReactNode }) {
  return (
    <Link
      to="/admin"
      search={adminSearch(place)}
      className="font-semibold wrap-anywhere text-rani-ink underline-offset-4 hover:underline pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center"
    >
      {children}
    </Link>
  );
}

export type RowLinkProps = { id: string; className?: string; children: ReactNode };

/** A row that opens its item; `ListSection` restores the focus to it. */
export function RowLink({ id, className = 'grid gap-1 py-2.5', children }: RowLinkProps) {
  const { view, id: openId, filter } = useAdminPlace();
  const isOpen = id === openId;
  return (
    <li>
      <Link
        to="/admin"
        search={adminSearch({ view, id, filter })}
        data-row={id}
        aria-current={isOpen ? 'page' : undefined}
        className={classNames(
          'min-h-17 rounded-chip px-3 hover:bg-raised focus-visible:outline-offset-[-3px]',
          className,
          isOpen && 'bg-rani-wash hover:bg-rani-wash',
        )}
      >
        {children}
      </Link>
    </li>
  );
}
