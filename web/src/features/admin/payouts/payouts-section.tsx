import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Banknote, Gift } from 'lucide-react';
import { EmptyState } from '../../../ui/view-states.tsx';
import { DialogButton } from '../frame/dialog-button.tsx';
import { DetailSkeleton } from '../frame/detail-skeleton.tsx';
import { NotInList } from '../frame/not-in-list.tsx';
import { SectionPage } from '../frame/section-page.tsx';
import { TwoPanes } from '../frame/two-panes.tsx';
import { useAdminPlace } from '../frame/use-admin-place.ts';
import { BonusForm } from './bonus-form.tsx';
import { PayoutDetail } from './payout-detail.tsx';
import { PayoutList } from './payout-list.tsx';
import { payoutsQuery } from './payouts.queries.ts';
import { WaitingBonuses } from './waiting-bonuses.tsx';

function OpenPayout({ payoutId }: { payoutId: string }) {
  const { filter, open } = useAdminPlace();
  const { data, isFetching } = useQuery(payoutsQuery(filter));
  const payouts = data?.payouts;
  const index = payouts?.findIndex(({ id }) => id === payoutId) ?? -1;
  const payout = payouts?.[index];
  const next = () => {
    if (filter.status !== 'all') open((payouts?.[index + 1] ?? payouts?.[index - 1])?.id);
  };
  if (payout) return <PayoutDetail key={payoutId} payout={payout} onDecided={next} />;
  return !payouts || isFetching ? <DetailSkeleton /> : <NotInList />;
}

function GiveBonus() {
  return (
    <DialogButton
      tone="quiet"
      size="small"
      icon={<Gift aria-hidden="true" className="size-4" />}
      label={<Trans>Give a bonus…</Trans>}
      title={<Trans>Give a bonus</Trans>}
      description={
        <Trans>
          The coins are in their wallet at once and can’t be taken back. A large bonus waits for a second
          administrator first.
        </Trans>
      }
    >
      {(close) => <BonusForm onClose={close} />}
    </DialogButton>
  );
}

/** Payout requests and their processing (SV-93); bonuses (SV-95). */
export function PayoutsSection() {
  const { t } = useLingui();
  const { id, open } = useAdminPlace();
  return (
    <SectionPage title={t`Payouts`} isFilled actions={<GiveBonus />}>
      <TwoPanes
        listLabel={t`List of payouts`}
        detailLabel={t`The open payout`}
        openId={id}
        onClose={() => open(undefined)}
        list={
          <div className="grid grid-cols-1 gap-4">
            <WaitingBonuses />
            <PayoutList />
          </div>
        }
        detail={id && <OpenPayout payoutId={id} />}
        placeholder={
          <EmptyState icon={<Banknote className="size-7" />} title={<Trans>Choose a payout</Trans>} />
        }
      />
    </SectionPage>
  );
}
