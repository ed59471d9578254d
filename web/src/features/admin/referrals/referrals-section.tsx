import { REFERRALS_PAGE, type ReferralDecision, type ReferralReview } from '@adda/contract/rewards';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { EmptyState } from '../../../ui/view-states.tsx';
import { DecidedFilter } from '../frame/filters.tsx';
import { PagedList } from '../frame/paged-list.tsx';
import { SectionPage } from '../frame/section-page.tsx';
import { useAdminPlace, pageOf, type AdminFilter } from '../frame/use-admin-place.ts';
import { Time } from '../../../ui/time.tsx';
import { DecisionButtons } from '../frame/decision-buttons.tsx';
import { PlaceLink } from '../frame/place-link.tsx';
import { api } from '../../../platform/api.ts';
import { adminKey } from '../frame/now.queries.ts';

/** Held referral rewards; decided ones if the filter is `decided`. */
const referralsQuery = (filter: AdminFilter) => {
  const query = {
    status: filter.status === 'decided' ? ('decided' as const) : ('waiting' as const),
    page: pageOf(filter.page),
    page_size: REFERRALS_PAGE,
  };
  return queryOptions({
    queryKey: [...adminKey, 'referrals', query],
    queryFn: ({ signal }) => api('GET /admin/referrals', { query, signal }),
    placeholderData: keepPreviousData,
  });
};

/** Pays a held reward, or rejects it permanently. */
const sendReferralDecision = (referralId: string, status: ReferralDecision) =>
  api('PATCH /admin/referrals/:referral_id', { params: { referral_id: referralId }, body: { status } });

function Name({ username }: { username: string }) {
  return (
    <PlaceLink view="people" id={username}>
      {username}
    </PlaceLink>
  );
}

/** A held referral reward with its two buttons, or the decision about it. */
function ReferralCard({ referral }: { referral: ReferralReview }) {
  const { t } = useLingui();
  const { status, decided_by: by } = referral;
  return (
    <li className="grid gap-3 rounded-card border border-line bg-surface p-4">
      <p className="text-sm">
        <Trans>
          <Name username={referral.referrer} /> brought <Name username={referral.friend} />
        </Trans>
      </p>
      <div className="flex flex-wrap items-center gap-2 text-xs text-mute">
        <Time value={referral.created_at} as="ago" />
        {status === 'approved' && (
          <span>
            <Trans>Approved by {by}</Trans>
          </span>
        )}
        {status === 'refused' && (
          <span>
            <Trans>Refused by {by}</Trans>
          </span>
        )}
      </div>
      {status === 'waiting' && (
        <DecisionButtons
          send={(decision: ReferralDecision) => sendReferralDecision(referral.referral_id, decision)}
          decisions={[
            { status: 'refused', label: <Trans>Refuse</Trans>, done: t`Reward refused` },
            { status: 'approved', label: <Trans>Approve and pay</Trans>, done: t`Reward paid` },
          ]}
        />
      )}
    </li>
  );
}

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
