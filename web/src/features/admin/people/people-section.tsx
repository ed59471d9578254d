import { displayedName } from '@adda/contract/accounts';
import { REPORTS_PAGE, type ManagedPerson } from '@adda/contract/moderation';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { SearchX, Users } from 'lucide-react';
import { EmptyState } from '../../../ui/view-states.tsx';
import { PersonAvatar } from '../../accounts/index.ts';
import { FilterSelect, FilterText } from '../frame/filters.tsx';
import { ListSection } from '../frame/list-section.tsx';
import { PagedList } from '../frame/paged-list.tsx';
import { RowLink } from '../frame/place-link.tsx';
import { StateMarks } from '../frame/state-mark.tsx';
import { useAdminPlace } from '../frame/use-admin-place.ts';
import { peopleQuery } from './people.queries.ts';
import { PersonDetail } from './person-detail.tsx';
import { personMarks } from './person-line.tsx';

function PeopleFilters() {
  const { t } = useLingui();
  return (
    <div role="search" aria-label={t`Search people`} className="flex flex-wrap gap-2">
      <FilterText name="search" label={t`Name or e-mail`} />
      <FilterSelect
        name="standing"
        label={t`Standing`}
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

/** A row of the account list. */
function ManagedPersonRow({ person }: { person: ManagedPerson }) {
  const { t } = useLingui();
  const { username, display_name: display, open_reports: reports, open_flags: flags } = person;
  const name = displayedName(username);
  return (
    <RowLink id={username} className="flex items-center gap-3 py-2">
      <PersonAvatar username={username} />
      <span className="grid min-w-0 grow gap-1">
        <span className="flex min-w-0 items-baseline gap-2">
          <strong className="min-w-0 truncate">{name}</strong>
          {display && display !== name && (
            <span className="min-w-0 truncate text-sm text-mute">{display}</span>
          )}
        </span>
        <span className="flex flex-wrap gap-1.5 empty:hidden">
          <StateMarks
            marks={[
              person.role === 'admin' && ['warm', t`Administrator`],
              ...personMarks(person),
              reports > 0 && ['bad', plural(reports, { one: '# open report', other: '# open reports' })],
              flags > 0 && ['warm', plural(flags, { one: '# open hint', other: '# open hints' })],
            ]}
          />
        </span>
      </span>
    </RowLink>
  );
}

/** The account list with a search and a state filter. */
function PeopleList() {
  const { t } = useLingui();
  const { filter } = useAdminPlace();
  return (
    <>
      <PeopleFilters />
      <PagedList
        query={useQuery(peopleQuery(filter))}
        items={(data) => data.people}
        total={(data) => data.total_count}
        pageSize={REPORTS_PAGE}
        label={t`People`}
        count={(total) => plural(total, { one: '# person', other: '# people' })}
        empty={
          <EmptyState
            icon={<SearchX className="size-7" />}
            title={<Trans>Nobody fits</Trans>}
            text={<Trans>Try a part of the name, or the whole e-mail address.</Trans>}
          />
        }
      >
        {(person) => <ManagedPersonRow key={person.username} person={person} />}
      </PagedList>
    </>
  );
}

/** Accounts: search, details, suspension and reinstatement (SV-50). */
export function PeopleSection() {
  const { t } = useLingui();
  return (
    <ListSection
      title={t`People`}
      listLabel={t`List of people`}
      detailLabel={t`The open person`}
      list={<PeopleList />}
      renderDetail={(id) => <PersonDetail key={id} username={id} />}
      placeholder={<EmptyState icon={<Users className="size-7" />} title={<Trans>Choose somebody</Trans>} />}
    />
  );
}
