import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Banknote, Gift } from 'lucide-react';
import { EmptyState } from '../../../ui/view-states.tsx';
import { DialogButton } from '../frame/dialog-button.tsx';
import { OpenItem } from '../frame/detail.tsx';
import { ListSection } from '../frame/list-section.tsx';
import { useAdminPlace } from '../frame/use-admin-place.ts';
import { BonusForm } from './bonus-form.tsx';
import { PayoutDetail } from './payout-detail.tsx';
import { PayoutList } from './payout-list.tsx';
import { payoutsQuery } from './payouts.queries.ts';
import { WaitingBonuses } from './waiting-bonuses.tsx';

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
  const { filter, open } = useAdminPlace();
  const query = useQuery(payoutsQuery(filter));
  const payouts = query.data?.payouts ?? [];
  const openNeighbour = (decidedId: string) => {
    const at = payouts.findIndex(({ id }) => id === decidedId);
    if (filter.status !== 'all') open((payouts[at + 1] ?? payouts[at - 1])?.id);
  };
  return (
    <ListSection
      title={t`Payouts`}
      actions={<GiveBonus />}
      listLabel={t`List of payouts`}
      detailLabel={t`The open payout`}
      list={
        <>
          <WaitingBonuses />
          <PayoutList query={query} />
        </>
      }
      renderDetail={(id) => (
        <OpenItem query={query} item={payouts.find((payout) => payout.id === id)}>
          {(payout) => <PayoutDetail key={id} payout={payout} onDecided={() => openNeighbour(id)} />}
        </OpenItem>
      )}
      placeholder={
        <EmptyState icon={<Banknote className="size-7" />} title={<Trans>Choose a payout</Trans>} />
      }
    />
  );
}
