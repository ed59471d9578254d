import type { PayoutCase } from '@adda/contract/wallet';
import { Trans } from '@lingui/react/macro';
import { coinsText } from '../frame/coin-labels.ts';
import { DetailBlock } from '../frame/detail-block.tsx';

const colours = { bought: 'bg-marigold', earned: 'bg-teal', given: 'bg-rani' };

/** The sources of a request's coins: a bar with the numbers next to it (SV-93). */
export function CoinSources({ payout }: { payout: PayoutCase }) {
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
