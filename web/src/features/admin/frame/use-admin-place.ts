import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';

/** The section that the console opens with. */
export const HOME_VIEW = 'dashboard';

/** What of a list is shown, such as `{status: 'open', kind: 'post'}`; in the address as one text. */
export type AdminFilter = Readonly<Record<string, string>>;

/** A place of the console as its address has it. */
export type AdminPlace = {
  readonly view: string;
  /** What is open in the section. */
  readonly id?: string;
  readonly filter?: AdminFilter;
};

const filterText = (filter: AdminFilter): string | undefined => {
  const kept = Object.entries(filter).filter(([, value]) => value !== '');
  return kept.length > 0 ? new URLSearchParams(kept).toString() : undefined;
};

/** The search of the console's address for a place: `<Link to="/admin" search={adminSearch({view: 'people'})}>`. */
export const adminSearch = ({ view, id, filter }: AdminPlace) => ({
  view,
  ...(id !== undefined && { id }),
  ...(filter && { filter: filterText(filter) }),
});

/** Where one is in the console, and the ways from there. All of it is kept in the address (SV-48). */
export function useAdminPlace() {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const { view = HOME_VIEW, id, filter: typed = '' } = search;
  const filter = useMemo<AdminFilter>(() => Object.fromEntries(new URLSearchParams(typed)), [typed]);
  const go = useCallback(
    (place: AdminPlace, replace = false) =>
      void navigate({ to: '/admin', search: adminSearch(place), replace }),
    [navigate],
  );
  return {
    view,
    id,
    filter,
    go,
    /** Opens something in this section, or closes it. The filter stays. */
    open: (next: string | undefined) => go({ view, id: next, filter }),
    /** Changes the filter in place; an empty text takes a part of it away. What is open stays. */
    narrow: (changes: AdminFilter) => go({ view, id, filter: { ...filter, ...changes } }, true),
  };
}
