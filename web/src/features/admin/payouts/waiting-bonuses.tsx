import { displayedName } from '@adda/contract/accounts';
import { BONUSES_PAGE, type BonusCase } from '@adda/contract/wallet';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Time } from '../../../ui/time.tsx';
import { tryAgain } from '../../../ui/try-again.tsx';
import { ConfirmAction } from '../frame/confirm-action.tsx';
import { coinsText, coinsWorth } from '../frame/coin-labels.ts';
import { sendBonusDecision, waitingBonusesQuery } from './payouts.queries.ts';

function Confirm({ bonus }: { bonus: BonusCase }) {
  const { t } = useLingui();
  const name = displayedName(bonus.username);
  const coins = coinsText(bonus.amount);
  return (
    <ConfirmAction
      label={t`Confirm…`}
      title={<Trans>Give {name} this bonus?</Trans>}
      description={
        <Trans>
          The {coins} are in their wallet at once and can’t be taken back. It is kept in the audit.
        </Trans>
      }
      confirmLabel={<Trans>Give coins</Trans>}
      send={() => sendBonusDecision(bonus.id, 'given')}
      done={t`${name} got ${coins}`}
    />
  );
}

function Refuse({ bonus }: { bonus: BonusCase }) {
  const { t } = useLingui();
  const name = displayedName(bonus.username);
  return (
    <ConfirmAction
      label={bonus.can_confirm ? t`Refuse…` : t`Take back…`}
      title={
        bonus.can_confirm ? (
          <Trans>Refuse the bonus of {name}?</Trans>
        ) : (
          <Trans>Take back the bonus of {name}?</Trans>
        )
      }
      description={<Trans>They get nothing and hear nothing. It is kept in the audit.</Trans>}
      confirmLabel={bonus.can_confirm ? <Trans>Refuse</Trans> : <Trans>Take back</Trans>}
      send={() => sendBonusDecision(bonus.id, 'refused')}
      done={bonus.can_confirm ? t`Bonus refused` : t`Bonus taken back`}
    />
  );
}

function WaitingBonus({ bonus }: { bonus: BonusCase }) {
  const by = displayedName(bonus.proposed_by);
  return (
    <li className="grid gap-1 py-3">
      <span className="flex items-baseline justify-between gap-3">
        <strong className="min-w-0 truncate">{displayedName(bonus.username)}</strong>
        <Time value={bonus.created_at} as="ago" className="shrink-0 text-xs text-mute" />
      </span>
      <span className="text-sm tabular-nums">
        {coinsText(bonus.amount)} <span className="text-mute">({coinsWorth(bonus.amount)})</span>
      </span>
      <span className="text-sm wrap-anywhere">{bonus.description}</span>
      <span className="text-sm text-mute">
        <Trans>Started by {by}</Trans>
      </span>
      {bonus.can_refuse ? (
        <span className="flex flex-wrap items-center gap-2">
          {bonus.can_confirm ? (
            <Confirm bonus={bonus} />
          ) : (
            <span className="text-sm">
              <Trans>Another administrator has to confirm it.</Trans>
            </span>
          )}
          <Refuse bonus={bonus} />
        </span>
      ) : (
        <span className="text-sm">
          <Trans>It is for you, so another administrator decides.</Trans>
        </span>
      )}
    </li>
  );
}

/** Bonuses that wait for a second administrator, with their initiators; not rendered if there are none. */
export function WaitingBonuses() {
  const id = useId();
  const { data, error, refetch } = useQuery(waitingBonusesQuery);
  if (!data && error)
    return (
      <p role="alert" className="flex flex-wrap items-center gap-3 px-3 text-sm">
        <Trans>The bonuses that wait didn't load.</Trans>
        {tryAgain(() => void refetch())}
      </p>
    );
  if (!data || data.total_count === 0) return null;
  return (
    <section aria-labelledby={id} className="rounded-card border border-line bg-surface px-3 pt-3">
      <h2 id={id} className="text-base">
        <Plural value={data.total_count} one="# bonus waits" other="# bonuses wait" />
      </h2>
      <ul className="divide-y divide-line">
        {data.bonuses.map((bonus) => (
          <WaitingBonus key={bonus.id} bonus={bonus} />
        ))}
      </ul>
      {data.total_count > BONUSES_PAGE && (
        <p className="pb-3 text-sm text-mute">
          <Trans>The others come when these are decided.</Trans>
        </p>
      )}
    </section>
  );
}
