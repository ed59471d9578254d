import { REPORTS_PAGE } from '@adda/contract/moderation';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Fingerprint } from 'lucide-react';
import { EmptyState } from '../../../ui/view-states.tsx';
import { DecidedFilter } from '../frame/filters.tsx';
import { PagedList } from '../frame/paged-list.tsx';
import { SectionPage } from '../frame/section-page.tsx';
import { useAdminPlace } from '../frame/use-admin-place.ts';
import { HintCard } from './hint-card.tsx';
import { hintsQuery } from './people.queries.ts';

/** Hints that a suspended user returned with another account. */
export function HintsSection() {
  const { t } = useLingui();
  const { filter } = useAdminPlace();
  return (
    <SectionPage
      title={t`Hints`}
      lead={
        <Trans>
          Signs that somebody suspended is back. Nothing happens by itself: look at the person, then decide.
        </Trans>
      }
      actions={<DecidedFilter />}
    >
      <PagedList
        areCards
        losesRows
        query={useQuery(hintsQuery(filter))}
        items={(data) => data.flags}
        total={(data) => data.total_count}
        pageSize={REPORTS_PAGE}
        label={t`Hints`}
        count={(total) => plural(total, { one: '# hint', other: '# hints' })}
        empty={
          <EmptyState
            icon={<Fingerprint className="size-7" />}
            title={filter.status ? <Trans>None decided yet</Trans> : <Trans>No hint is waiting</Trans>}
          />
        }
      >
        {(flag) => <HintCard key={flag.flag_id} flag={flag} />}
      </PagedList>
    </SectionPage>
  );
}
