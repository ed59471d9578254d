import { REFERRALS_PAGE } from '@adda/contract/rewards';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { EmptyState } from '../../../ui/view-states.tsx';
import { DecidedFilter } from '../frame/filters.tsx';
import { PagedList } from '../frame/paged-list.tsx';
import { SectionPage } from '../frame/section-page.tsx';
import { useAdminPlace } from '../frame/use-admin-place.ts';
import { ReferralCard } from './referral-card.tsx';
import { referralsQuery } from './referrals.queries.ts';

/** Referral rewards held because several referred friends of a user share a network (SV-96). */
export function ReferralsSection() {
  const { t } = useLingui();
  const { filter } = useAdminPlace();
  return (
    <SectionPage
      title={t`Referrals`}
      lead={
        <Trans>
          Two friends from one network are rewarded within a week. Further rewards wait here: a shared flat is
          fine, made-up friends are not.
        </Trans>
      }
      actions={<DecidedFilter />}
    >
      <PagedList
        areCards
        losesRows
        query={useQuery(referralsQuery(filter))}
        items={(data) => data.referrals}
        total={(data) => data.total_count}
        pageSize={REFERRALS_PAGE}
        label={t`Referrals`}
        count={(total) => plural(total, { one: '# reward', other: '# rewards' })}
        empty={
          <EmptyState
            icon={<UserPlus className="size-7" />}
            title={filter.status ? <Trans>None decided yet</Trans> : <Trans>No reward is waiting</Trans>}
          />
        }
      >
        {(referral) => <ReferralCard key={referral.referral_id} referral={referral} />}
      </PagedList>
    </SectionPage>
  );
}
