import { WHEEL } from '@adda/contract/rewards';
import { Trans } from '@lingui/react/macro';
import { ChevronDown } from 'lucide-react';
import { outcomeName, outcomeSign } from './outcome-labels.ts';
import { wheelTotal } from './wheel.ts';

/** The probability and the reward of every outcome (SP-07, SP-08, X-42). */
export function SpinOdds() {
  return (
    <details className="group rounded-card border border-line">
      <summary className="flex min-h-11 list-none items-center justify-between rounded-card px-4 font-semibold">
        <Trans>The odds</Trans>
        <ChevronDown
          aria-hidden="true"
          className="size-5 text-mute transition-transform duration-150 group-open:rotate-180"
        />
      </summary>
      <table className="w-full text-sm">
        <thead>
          <tr className="text-mute [&>th]:px-4 [&>th]:py-2 [&>th]:font-semibold">
            <th scope="col" className="text-start">
              <Trans>Outcome</Trans>
            </th>
            <th scope="col" className="text-end">
              <Trans>Chance</Trans>
            </th>
            <th scope="col" className="text-end">
              <Trans>Coins</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {WHEEL.map(({ outcome, weight, coins }) => (
            <tr key={outcome} className="border-t border-line tabular-nums [&>*]:px-4 [&>*]:py-2">
              <th scope="row" className="text-start font-medium">
                <span aria-hidden="true">{outcomeSign[outcome]}</span> {outcomeName(outcome)}
              </th>
              <td className="text-end">{Math.round((weight / wheelTotal) * 100)}%</td>
              <td className="text-end">{coins}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
