import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CoinIcon } from './coin-icon.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/skeletons.tsx';
import { tryAgain } from '../../ui/try-again.tsx';
import { coinDollars, coinLabel } from './coin-labels.ts';
import { balanceQuery } from './wallet.queries.ts';

/** Longest dollar text that fits in the largest font size on the smallest phone. */
const LARGE_LETTERS = 11;

/** The balance in dollars and coins (WA-08, WA-09, X-15), its payable part and its held part (X-13). */
export function BalanceCard({ account }: { account: string }) {
  const { data, error, refetch } = useQuery(balanceQuery(account));
  if (!data) {
    if (!error) return <Skeleton className="h-28 rounded-card" />;
    return (
      <div role="alert" className="flex flex-wrap items-center gap-3 rounded-card bg-danger-wash p-4">
        <p className="grow font-semibold text-danger">
          <Trans>Your balance didn't load.</Trans>
        </p>
        {tryAgain(() => void refetch())}
      </div>
    );
  }
  const dollars = coinDollars(data.balance);
  const [coins, payable, held] = [coinLabel(data.balance), coinLabel(data.payable), coinLabel(data.held)];
  return (
    <section className="grid gap-2 rounded-card bg-marigold-wash p-5">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <span
          className={classNames(
            'font-display font-extrabold wrap-anywhere tabular-nums',
            dollars.length > LARGE_LETTERS ? 'text-2xl' : 'text-3xl',
          )}
        >
          {dollars}
        </span>
        <span className="inline-flex items-center gap-1.5 font-semibold tabular-nums">
          <CoinIcon className="size-5" />
          {coins}
        </span>
      </p>
      <p className="text-sm">
        {data.payable > 0 ? (
          <Trans>{payable} can be paid out: all that you didn't buy.</Trans>
        ) : (
          <Trans>Coins that you earn or are given can be paid out.</Trans>
        )}
      </p>
      {data.held > 0 && (
        <p className="text-sm">
          <Trans>{held} more are held for your payout request.</Trans>
        </p>
      )}
    </section>
  );
}
