import { REFERRALS_PAGE } from '@adda/contract/rewards';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useRef } from 'react';
import { CardSkeleton } from '../../../ui/skeletons.tsx';
import { useKeepFocus } from '../../../ui/use-focus-kept.ts';
import { EmptyState } from '../../../ui/view-states.tsx';
import { FilterSelect } from '../frame/filters.tsx';
import { Loaded } from '../frame/loaded.tsx';
import { PagedRows } from '../frame/paged-rows.tsx';
import { pageOf } from '../frame/pager.tsx';
import { SectionPage } from '../frame/section-page.tsx';
import { useAdminPlace } from '../frame/use-admin-place.ts';
import { ReferralCard } from './referral-card.tsx';
import { referralsQuery } from './referrals.queries.ts';

/** Referral rewards held because several referred friends of a user share a network (SV-96). */
export function ReferralsSection() {
  const { t } = useLingui();
  const { filter, narrow } = useAdminPlace();
  const query = useQuery(referralsQuery(filter));
  const region = useRef<HTMLDivElement>(null);
  // A reward goes with its buttons once it is decided.
  const focusKept = useKeepFocus(() => region.current);
  const status = (
    <FilterSelect
      label={t`Status`}
      value={filter.status ?? ''}
      onChange={(chosen) => narrow({ status: chosen, page: '' })}
      options={[
        { value: '', label: t`To do` },
        { value: 'decided', label: t`Decided` },
      ]}
    />
  );
  return (
    <SectionPage
      title={t`Referrals`}
      lead={
        <Trans>
          Two friends from one network are rewarded within a week. Further rewards wait here: a shared flat is
          fine, made-up friends are not.
        </Trans>
      }
      actions={status}
    >
      <div ref={region} tabIndex={-1} {...focusKept} className="grid grid-cols-1 gap-5 outline-none">
        <Loaded query={query} skeleton={<CardSkeleton />}>
          {({ referrals, total_count: total }) => (
            <PagedRows
              label={t`Referrals`}
              count={plural(total, { one: '# reward', other: '# rewards' })}
              empty={
                <EmptyState
                  icon={<UserPlus className="size-7" />}
                  title={
                    filter.status ? <Trans>None decided yet</Trans> : <Trans>No reward is waiting</Trans>
                  }
                />
              }
              areCards
              page={pageOf(filter.page)}
              pageSize={REFERRALS_PAGE}
              total={total}
              isBusy={query.isPlaceholderData}
              onTurn={(page) => narrow({ page: String(page) })}
            >
              {referrals.map((referral) => (
                <ReferralCard key={referral.referral_id} referral={referral} />
              ))}
            </PagedRows>
          )}
        </Loaded>
      </div>
    </SectionPage>
  );
}
