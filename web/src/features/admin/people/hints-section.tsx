import { REPORTS_PAGE } from '@adda/contract/moderation';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Fingerprint } from 'lucide-react';
import { CardSkeleton } from '../../../ui/skeletons.tsx';
import { EmptyState } from '../../../ui/view-states.tsx';
import { FilterSelect } from '../frame/filters.tsx';
import { Loaded } from '../frame/loaded.tsx';
import { PagedRows } from '../frame/paged-rows.tsx';
import { pageOf } from '../frame/pager.tsx';
import { SectionPage } from '../frame/section-page.tsx';
import { useAdminPlace } from '../frame/use-admin-place.ts';
import { HintCard } from './hint-card.tsx';
import { hintsQuery } from './people.queries.ts';

function HintFilter() {
  const { t } = useLingui();
  const { filter, narrow } = useAdminPlace();
  return (
    <FilterSelect
      label={t`Status`}
      value={filter.status ?? ''}
      onChange={(status) => narrow({ status, page: '' })}
      options={[
        { value: '', label: t`To do` },
        { value: 'decided', label: t`Decided` },
      ]}
    />
  );
}

/** Hints that a suspended user returned with another account. */
export function HintsSection() {
  const { t } = useLingui();
  const { filter, narrow } = useAdminPlace();
  const query = useQuery(hintsQuery(filter));
  return (
    <SectionPage
      title={t`Hints`}
      lead={
        <Trans>
          Signs that somebody suspended is back. Nothing happens by itself: look at the person, then decide.
        </Trans>
      }
      actions={<HintFilter />}
    >
      <Loaded query={query} skeleton={<CardSkeleton />}>
        {({ flags, total_count: total }) => (
          <PagedRows
            label={t`Hints`}
            count={plural(total, { one: '# hint', other: '# hints' })}
            empty={
              <EmptyState
                icon={<Fingerprint className="size-7" />}
                title={filter.status ? <Trans>None decided yet</Trans> : <Trans>No hint is waiting</Trans>}
              />
            }
            areCards
            page={pageOf(filter.page)}
            pageSize={REPORTS_PAGE}
            total={total}
            isBusy={query.isPlaceholderData}
            onTurn={(page) => narrow({ page: String(page) })}
          >
            {flags.map((flag) => (
              <HintCard key={flag.flag_id} flag={flag} />
            ))}
          </PagedRows>
        )}
      </Loaded>
    </SectionPage>
  );
}
