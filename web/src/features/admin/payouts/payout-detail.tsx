import { displayedName } from '@adda/contract/accounts';
import type { PayoutCase } from '@adda/contract/wallet';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { FormErrors } from '../../../ui/form-errors.tsx';
import { Time } from '../../../ui/time.tsx';
import { coinsText, coinsWorth } from '../frame/coin-labels.ts';
import { Detail, DetailBlock, Fact, TimeFact } from '../frame/detail.tsx';
import { failureText } from '../../../ui/failure-text.ts';
import { PlaceLink } from '../frame/place-link.tsx';
import { StateMarks } from '../frame/state-mark.tsx';
import { PayoutDecisionButtons, type PayoutDecisionProps } from './payout-decision.tsx';
import { payeeKindName, payoutStatusName, payoutTones } from './payout-labels.ts';
import { readAccount } from './payouts.queries.ts';

function PayoutFacts({ payout }: { payout: PayoutCase }) {
  const { username, amount, payable, reference, note } = payout;
  const { first_approval: firstApproval } = payout;
  return (
    <dl className="grid gap-2 sm:grid-cols-2 xl:grid-cols-3">
      <Fact name={<Trans>Person</Trans>}>
        <PlaceLink view="people" id={username}>
          {displayedName(username)}
        </PlaceLink>
      </Fact>
      <Fact name={<Trans>E-mail</Trans>}>{payout.email ?? <Trans>None</Trans>}</Fact>
      <Fact name={<Trans>Asked for</Trans>}>
        {coinsText(amount)} = {coinsWorth(amount)}
      </Fact>
      <Fact name={<Trans>To be paid out</Trans>}>
        {coinsText(payable)} = {coinsWorth(payable)}
      </Fact>
      <TimeFact name={<Trans>Since</Trans>} at={payout.created_at} />
      {firstApproval && (
        <Fact name={<Trans>First approval</Trans>}>
          {displayedName(firstApproval.username)}, <Time value={firstApproval.at} as="full" />
        </Fact>
      )}
      <TimeFact name={<Trans>Decided</Trans>} at={payout.decided_at} />
      {reference && <Fact name={<Trans>Reference</Trans>}>{reference}</Fact>}
      {note && <Fact name={<Trans>Note</Trans>}>{note}</Fact>}
    </dl>
  );
}

const colours = { bought: 'bg-marigold', earned: 'bg-teal', given: 'bg-rani' };

/** The sources of a request's coins: a bar with the numbers next to it (SV-93). */
function CoinSources({ payout }: { payout: PayoutCase }) {
  const { bought, earned, given } = payout;
  const sources = [
    { key: 'earned', coins: earned, name: <Trans>Earned</Trans> },
    { key: 'given', coins: given, name: <Trans>Given</Trans> },
    { key: 'bought', coins: bought, name: <Trans>Bought</Trans> },
  ] as const;
  return (
    <DetailBlock title={<Trans>Where the coins came from</Trans>}>
      <div aria-hidden="true" className="flex h-3 gap-0.5 overflow-hidden rounded-full bg-raised">
        {sources.map(
          ({ key, coins }) =>
            coins > 0 && <span key={key} className={`${colours[key]} min-w-1`} style={{ flexGrow: coins }} />,
        )}
      </div>
      <dl className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
        {sources.map(({ key, coins, name }) => (
          <div key={key} className="flex items-center gap-2">
            <span aria-hidden="true" className={`size-3 shrink-0 rounded-full ${colours[key]}`} />
            <dt className="text-mute">{name}</dt>
            <dd className="font-semibold tabular-nums">{coinsText(coins)}</dd>
          </div>
        ))}
      </dl>
      {bought > 0 && (
        <p className="text-sm text-mute">
          <Trans>Bought coins are never paid out. They go back to the wallet when you approve.</Trans>
        </p>
      )}
    </DetailBlock>
  );
}

/** The payee, masked until the full account is requested; the full account is not kept after leaving (SV-93). */
function PayeeBlock({ payout }: { payout: PayoutCase }) {
  const { payee } = payout;
  const account = useMutation({ mutationFn: () => readAccount(payout.id), gcTime: 0 });
  return (
    <DetailBlock title={<Trans>Payee</Trans>}>
      {payee ? (
        <>
          <dl className="grid gap-2 sm:grid-cols-3">
            <Fact name={<Trans>Name</Trans>}>{payee.name}</Fact>
            <Fact name={<Trans>Kind</Trans>}>{payeeKindName(payee.kind)}</Fact>
            <Fact name={<Trans>Account</Trans>}>
              <span role="status" className="tabular-nums">
                {account.data ?? payee.account_masked}
              </span>
            </Fact>
          </dl>
          <FormErrors message={account.error ? failureText(account.error) : undefined} />
          {account.data === undefined && (
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Button
                tone="quiet"
                size="small"
                isBusy={account.isPending}
                onClick={() => account.mutate()}
                icon={<Eye aria-hidden="true" className="size-4" />}
              >
                <Trans>Show account</Trans>
              </Button>
              <p className="text-sm text-mute">
                <Trans>It is kept in the audit that you looked.</Trans>
              </p>
            </div>
          )}
        </>
      ) : (
        <p className="text-sm text-mute">
          <Trans>They have not said where the money goes. Ask them before you pay.</Trans>
        </p>
      )}
    </DetailBlock>
  );
}

/** A payout request: user, amount, coin sources, payee and actions. */
export function PayoutDetail(props: PayoutDecisionProps) {
  const { t } = useLingui();
  const { payout } = props;
  const name = displayedName(payout.username);
  return (
    <Detail
      title={<Trans>Payout of {name}</Trans>}
      marks={
        <StateMarks
          marks={[
            [payoutTones[payout.status], payoutStatusName(payout.status)],
            payout.first_approval && ['warm', t`Needs another approval`],
            payout.is_suspended && ['bad', t`Suspended`],
          ]}
        />
      }
    >
      <PayoutFacts payout={payout} />
      <CoinSources payout={payout} />
      <PayeeBlock payout={payout} />
      <PayoutDecisionButtons {...props} />
    </Detail>
  );
}
