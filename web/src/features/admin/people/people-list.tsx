import { REPORTS_PAGE } from '@adda/contract/moderation';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { EmptyState } from '../../../ui/view-states.tsx';
import { FilterSelect, FilterText } from '../frame/filters.tsx';
import { Loaded } from '../frame/loaded.tsx';
import { PagedRows } from '../frame/paged-rows.tsx';
import { pageOf } from '../frame/pager.tsx';
import { useAdminPlace } from '../frame/use-admin-place.ts';
import { peopleQuery } from './people.queries.ts';
import { ManagedPersonRow } from './person-row.tsx';

function PeopleFilters() {
  const { t } = useLingui();
  const { filter, narrow } = useAdminPlace();
  return (
    <div role="search" aria-label={t`Search people`} className="flex flex-wrap gap-2">
      <FilterText
        label={t`Name or e-mail`}
        value={filter.search ?? ''}
        onChange={(search) => narrow({ search, page: '' })}
      />
      <FilterSelect
        label={t`Standing`}
        value={filter.standing ?? ''}
        onChange={(standing) => narrow({ standing, page: '' })}
        options={[
          { value: '', label: t`Everybody` },
          { value: 'suspended', label: t`Suspended` },
          { value: 'reported', label: t`With open reports` },
          { value: 'flagged', label: t`With open hints` },
          { value: 'admin', label: t`Administrators` },
        ]}
      />
    </div>
  );
}

/** The account list with a search and a state filter. */
export function PeopleList() {
  const { t } = useLingui();
  const { id, filter, narrow } = useAdminPlace();
  const query = useQuery(peopleQuery(filter));
  return (
    <div className="grid grid-cols-1 gap-3">
      <PeopleFilters />
      <Loaded query={query} skeleton={<ListSkeleton rows={8} />}>
        {({ people, total_count: total }) => (
          <PagedRows
            label={t`People`}
            count={plural(total, { one: '# person', other: '# people' })}
            empty={
              <EmptyState
                icon={<SearchX className="size-7" />}
                title={<Trans>Nobody fits</Trans>}
                text={<Trans>Try a part of the name, or the whole e-mail address.</Trans>}
              />
            }

            page={pageOf(filter.page)}
            pageSize={REPORTS_PAGE}
            total={total}
            isBusy={query.isPlaceholderData}
            onTurn={(page) => narrow({ page: String(page) })}
          >
            {people.map((person) => (
              <ManagedPersonRow
                key={person.username}
                person={person}
                isOpen={person.username === id}
                filter={filter}
              />
            ))}
          </PagedRows>
        )}
      </Loaded>
    </div>
  );
}
