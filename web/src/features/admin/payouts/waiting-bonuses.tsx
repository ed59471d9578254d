import { displayedName } from '@adda/contract/accounts';
import { BONUSES_PAGE, type BonusCase } from '@adda/contract/wallet';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useId, useRef } from 'react';
import type { CallOutput } from '../../../platform/api.ts';
import { Time } from '../../../ui/time.tsx';
import { tryAgain } from '../../../ui/try-again.tsx';
import { ConfirmAction } from '../frame/confirm-action.tsx';
import { useKeepFocus } from '../../../ui/use-focus-kept.ts';
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
    <li className="grid grid-cols-1 gap-1 py-3">
      <span className="flex items-baseline justify-between gap-3">
        <strong className="min-w-0 wrap-anywhere">{displayedName(bonus.username)}</strong>
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

function Bonuses({
  query: { data, error, refetch },
}: {
  query: UseQueryResult<CallOutput<'GET /admin/wallet/bonuses'>>;
}) {
  const id = useId();
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

/** Bonuses that wait for a second administrator, with who started them; nothing where there is none. */
export function WaitingBonuses() {
  const query = useQuery(waitingBonusesQuery);
  const region = useRef<HTMLDivElement>(null);
  // A bonus goes with its buttons once it is decided.
  const focusKept = useKeepFocus(() => region.current);
  return (
    // Without bonuses it takes no room, nor the gap after it.
    <div ref={region} tabIndex={-1} {...focusKept} className="outline-none empty:-mb-3">
      <Bonuses query={query} />
    </div>
  );
}
