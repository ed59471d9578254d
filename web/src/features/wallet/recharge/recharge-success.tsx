import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../../platform/use-session.ts';
import { CoinIcon } from '../coin-icon.tsx';
import { coinNumber, coinLabel } from '../coin-labels.ts';
import { balanceQuery } from '../wallet.queries.ts';
import { isDebit, kindOf } from '../history/transaction-labels.ts';
import type { Recharged } from './recharge-call.ts';
import { quickHistory } from './use-recharge.ts';

/** The newest history entries, with the purchase first (RC-15). */
function NewestEntries() {
  const { data } = useQuery(quickHistory());
  if (!data || data.history.length === 0) return null;
  return (
    <ul className="w-full divide-y divide-line text-start text-sm">
      {data.history.map((entry) => (
        <li key={entry._id} className="flex items-baseline justify-between gap-3 py-2">
          <span className="min-w-0 break-words">{entry.description}</span>
          <span className="shrink-0 font-semibold tabular-nums">
            {isDebit(kindOf(entry)) ? '−' : '+'}
            {coinNumber(entry.amount)}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Confirms the purchase: bought coins, balance, and the newest history entries. */
export function RechargeSuccess({ recharged }: { recharged: Recharged }) {
  const account = useSession()?.username ?? '';
  const { data } = useQuery(balanceQuery(account));
  const coins = coinLabel(recharged.coins);
  const balance = data?.balance ?? recharged.balance;
  return (
    <div className="mt-4 grid justify-items-center gap-4 text-center">
      <CoinIcon className="size-16 motion-safe:animate-rise" />
      <div role="status" tabIndex={-1} className="outline-none">
        <p className="text-2xl font-bold tabular-nums">+{coins}</p>
        {balance !== undefined && (
          <p className="text-mute tabular-nums">
            <Trans>You have {coinLabel(balance)} now.</Trans>
          </p>
        )}
      </div>
      <NewestEntries />
    </div>
  );
}
