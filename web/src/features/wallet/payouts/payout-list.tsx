import type { Payout } from '@adda/contract/wallet';
import { Trans, useLingui } from '@lingui/react/macro';
import { Time } from '../../../ui/time.tsx';
import { Tag } from '../../accounts/index.ts';
import { PagedList } from '../pages/paged-list.tsx';
import { usePages } from '../pages/use-pages.ts';
import { payoutsPage } from '../wallet.queries.ts';
import { statusLabel, useWorth } from './payout-labels.ts';

/** A payout request: amount, status and reason (SV-92, X-13). */
function PayoutRow({ payout }: { payout: Payout }) {
  const { amount, payable, status, note, reference } = payout;
  const worth = useWorth();
  const isDecided = status === 'approved' || status === 'paid';
  const paid = worth(payable);
  return (
    <li className="grid gap-0.5 py-3">
      <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="font-semibold tabular-nums">{worth(amount)}</span>
        <Tag tone={status === 'pending' ? 'warm' : 'calm'}>{statusLabel(status)}</Tag>
      </span>
      {isDecided && payable < amount && (
        <span className="text-sm">
          <Trans>Paid out: {paid}. The rest came back to your wallet.</Trans>
        </span>
      )}
      {note && <span className="text-sm wrap-anywhere">{note}</span>}
      {reference && (
        <span className="text-sm wrap-anywhere">
          <Trans>Reference: {reference}</Trans>
        </span>
      )}
      <Time value={payout.created_at} as="full" className="text-sm text-mute" />
    </li>
  );
}

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
