import { displayedName } from '@adda/contract/accounts';
import type { PayoutCase } from '@adda/contract/wallet';
import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { Time } from '../../../ui/time.tsx';
import { coinsText, coinsWorth } from '../frame/coin-labels.ts';
import { DetailHeading } from '../frame/detail-heading.tsx';
import { Fact } from '../frame/fact.tsx';
import { StateMark } from '../frame/state-mark.tsx';
import { adminSearch } from '../frame/use-admin-place.ts';
import { CoinSources } from './coin-sources.tsx';
import { PayeeBlock } from './payee-block.tsx';
import { PayoutDecisionButtons, type PayoutDecisionProps } from './payout-decision.tsx';
import { payoutStatusName } from './payout-labels.ts';

function PayoutFacts({ payout }: { payout: PayoutCase }) {
  const { username, amount, payable, decided_at: decidedAt, reference, note } = payout;
  const { first_approval: firstApproval } = payout;
  return (
    <dl className="grid gap-2 sm:grid-cols-2 xl:grid-cols-3">
      <Fact name={<Trans>Person</Trans>}>
        <Link
          to="/admin"
          search={adminSearch({ view: 'people', id: username })}
          className="text-rani-ink underline-offset-4 hover:underline pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center"
        >
          {displayedName(username)}
        </Link>
      </Fact>
      <Fact name={<Trans>E-mail</Trans>}>{payout.email ?? <Trans>None</Trans>}</Fact>
      <Fact name={<Trans>Asked for</Trans>}>
        {coinsText(amount)} = {coinsWorth(amount)}
      </Fact>
      <Fact name={<Trans>To be paid out</Trans>}>
        {coinsText(payable)} = {coinsWorth(payable)}
      </Fact>
      <Fact name={<Trans>Since</Trans>}>
        <Time value={payout.created_at} as="full" />
      </Fact>
      {firstApproval && (
        <Fact name={<Trans>First approval</Trans>}>
          {displayedName(firstApproval.username)}, <Time value={firstApproval.at} as="full" />
        </Fact>
      )}
      {decidedAt && (
        <Fact name={<Trans>Decided</Trans>}>
          <Time value={decidedAt} as="full" />
        </Fact>
      )}
      {reference && <Fact name={<Trans>Reference</Trans>}>{reference}</Fact>}
      {note && <Fact name={<Trans>Note</Trans>}>{note}</Fact>}
    </dl>
  );
}

/** A payout request: user, amount, coin sources, payee and actions. */
export function PayoutDetail(props: PayoutDecisionProps) {
  const { payout } = props;
  const name = displayedName(payout.username);
  return (
    <article className="grid max-w-3xl grid-cols-1 gap-5">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <DetailHeading>
          <Trans>Payout of {name}</Trans>
        </DetailHeading>
        <StateMark tone={payout.status === 'pending' || payout.status === 'approved' ? 'warm' : 'calm'}>
          {payoutStatusName(payout.status)}
        </StateMark>
        {payout.first_approval && (
          <StateMark tone="warm">
            <Trans>Needs another approval</Trans>
          </StateMark>
        )}
        {payout.is_suspended && (
          <StateMark tone="bad">
            <Trans>Suspended</Trans>
          </StateMark>
        )}
      </header>
      <PayoutFacts payout={payout} />
      <CoinSources payout={payout} />
      <PayeeBlock payout={payout} />
      <PayoutDecisionButtons {...props} />
    </article>
  );
}
