import type { DashboardDay } from '@adda/contract/operations';
import { Trans, useLingui } from '@lingui/react/macro';
import { fullDay } from '../../../ui/time-format.ts';
import type { PlotPlan } from './plots.ts';

export type PlotTableProps = { days: readonly DashboardDay[]; plan: PlotPlan };

const cell = 'px-2 sm:px-3 py-1.5 text-end tabular-nums';

/** A plot's numbers, newest first. */
export function PlotTable({ days, plan }: PlotTableProps) {
  const { t } = useLingui();
  const { title } = plan;
  return (
    <div
      role="region"
      aria-label={t`${title}, day by day`}
      // A scroll container must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="max-h-72 overflow-x-auto overflow-y-auto rounded-chip border border-line"
    >
      <table className="w-full text-sm">
        <thead className="sticky top-0 bg-raised">
          <tr>
            <th scope="col" className="px-2 sm:px-3 py-2 text-start">
              <Trans>Day</Trans>
            </th>
            {plan.series.map(({ of, label }) => (
              <th key={of} scope="col" className="px-2 sm:px-3 py-2 text-end">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {days.toReversed().map((day) => (
            <tr key={day.day}>
              <th scope="row" className="px-2 sm:px-3 py-1.5 text-start font-normal whitespace-nowrap">
                {fullDay(day.day)}
              </th>
              {plan.series.map(({ of }) => (
                <td key={of} className={cell}>
                  {plan.format(day[of])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
