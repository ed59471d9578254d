import { displayedName } from '@adda/contract/accounts';
import { REPORTS_PAGE, type ManagedPerson } from '@adda/contract/moderation';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import { classNames } from '../../../ui/class-names.ts';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { EmptyState } from '../../../ui/view-states.tsx';
import { PersonAvatar } from '../../accounts/index.ts';
import { FilterSelect, FilterText } from '../frame/filters.tsx';
import { Loaded } from '../frame/loaded.tsx';
import { PagedRows } from '../frame/paged-rows.tsx';
import { pageOf } from '../frame/pager.tsx';
import { StateMark } from '../frame/state-mark.tsx';
import { adminSearch, useAdminPlace, type AdminFilter } from '../frame/use-admin-place.ts';
import { peopleQuery } from './people.queries.ts';
import { PersonMarks } from './person-line.tsx';

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

type ManagedPersonRowProps = { person: ManagedPerson; isOpen: boolean; filter: AdminFilter };

/** A row of the account list. */
function ManagedPersonRow({ person, isOpen, filter }: ManagedPersonRowProps) {
  const { username, display_name: display, open_reports: reports, open_flags: flags } = person;
  const name = displayedName(username);
  return (
    <li>
      <Link
        to="/admin"
        search={adminSearch({ view: 'people', id: username, filter })}
        data-row={username}
        aria-current={isOpen ? 'page' : undefined}
        className={classNames(
          'flex min-h-17 items-center gap-3 rounded-chip px-3 py-2 hover:bg-raised focus-visible:outline-offset-[-3px]',
          isOpen && 'bg-rani-wash hover:bg-rani-wash',
        )}
      >
        <PersonAvatar username={username} />
        <span className="grid min-w-0 grow gap-1">
          <span className="flex min-w-0 items-baseline gap-2">
            <strong className="min-w-0 truncate">{name}</strong>
            {display && display !== name && (
              <span className="min-w-0 truncate text-sm text-mute">{display}</span>
            )}
          </span>
          <span className="flex flex-wrap gap-1.5 empty:hidden">
            {person.role === 'admin' && (
              <StateMark tone="warm">
                <Trans>Administrator</Trans>
              </StateMark>
            )}
            <PersonMarks person={person} />
            {reports > 0 && (
              <StateMark tone="bad">
                {plural(reports, { one: '# open report', other: '# open reports' })}
              </StateMark>
            )}
            {flags > 0 && (
              <StateMark tone="warm">
                {plural(flags, { one: '# open hint', other: '# open hints' })}
              </StateMark>
            )}
          </span>
        </span>
      </Link>
    </li>
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
