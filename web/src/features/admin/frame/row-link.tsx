import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { adminSearch, useAdminPlace } from './use-admin-place.ts';

/** A row that opens its item; `TwoPanes` restores the focus to it. */
export function RowLink({ id, children }: { id: string; children: ReactNode }) {
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
          'grid min-h-17 gap-1 rounded-chip px-3 py-2.5 hover:bg-raised focus-visible:outline-offset-[-3px]',
          isOpen && 'bg-rani-wash hover:bg-rani-wash',
        )}
      >
        {children}
      </Link>
    </li>
  );
}
