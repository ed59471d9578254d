import { Trans, useLingui } from '@lingui/react/macro';
import { PagedList } from '../pages/paged-list.tsx';
import { usePages } from '../pages/use-pages.ts';
import { payoutsPage } from '../wallet.queries.ts';
import { PayoutRow } from './payout-row.tsx';

/** The caller's payout requests and their status, newest first (SV-92). */
export function PayoutList() {
  const { t } = useLingui();
  const pages = usePages(payoutsPage);
  const payouts = pages.current?.payouts ?? [];
  return (
    <section>
      <h3 className="text-lg">
        <Trans>Your requests</Trans>
      </h3>
      <PagedList
        pages={pages}
        label={t`Your requests`}
        failure={t`Failed to load page`}
        retryLabel={<Trans>Try Again</Trans>}
        isEmpty={payouts.length === 0}
        empty={
          <p className="py-2 text-mute">
            <Trans>You haven't asked for a payout yet.</Trans>
          </p>
        }
      >
        <ul className="divide-y divide-line">
          {payouts.map((payout) => (
            <PayoutRow key={payout.id} payout={payout} />
          ))}
        </ul>
      </PagedList>
    </section>
  );
}
