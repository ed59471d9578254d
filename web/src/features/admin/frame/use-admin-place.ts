import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';

/** The default section. */
export const HOME_VIEW = 'dashboard';

/** A list's filter, such as `{status: 'open', kind: 'post'}`; one text in the address. */
export type AdminFilter = Readonly<Record<string, string>>;

/** A place in the console, as the address stores it. */
export type AdminPlace = {
  readonly view: string;
  /** The open item of the section. */
  readonly id?: string;
  readonly filter?: AdminFilter;
};

const filterText = (filter: AdminFilter): string | undefined => {
  const entries = Object.entries(filter).filter(([, value]) => value !== '');
  return entries.length > 0 ? new URLSearchParams(entries).toString() : undefined;
};

const filterOf = (text: string | undefined): AdminFilter => Object.fromEntries(new URLSearchParams(text));

/** Returns the page number from the address; 1 if it is invalid. */
export const pageOf = (text: string | undefined): number => Math.max(1, Math.trunc(Number(text)) || 1);

/** Returns the search parameters of a place: `<Link to="/admin" search={adminSearch({view: 'people'})}>`. */
export const adminSearch = ({ view, id, filter }: AdminPlace) => ({
  view,
  ...(id !== undefined && { id }),
  ...(filter && { filter: filterText(filter) }),
});

/** Returns the current place in the console and functions to navigate. All of it is stored in the address (SV-48). */
export function useAdminPlace() {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const { view = HOME_VIEW, id, filter: typed = '' } = search;
  const filter = useMemo(() => filterOf(typed), [typed]);
  const go = useCallback(
    (place: AdminPlace) => void navigate({ to: '/admin', search: adminSearch(place) }),
    [navigate],
  );
  return {
    view,
    id,
    filter,
    go,
    /** Opens an item of this section, or closes it. The filter stays. */
    open: (next: string | undefined) => go({ view, id: next, filter }),
    /** Changes the filter in place; an empty text removes a key. The open item stays. */
    narrow: (changes: AdminFilter) =>
      void navigate({
        to: '/admin',
        replace: true,
        // The newest address, which may not be rendered yet: two quick changes both count.
        search: (newest) => adminSearch({ view, id, filter: { ...filterOf(newest.filter), ...changes } }),
      }),
  };
}
