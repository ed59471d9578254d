import type { DashboardDay } from '@adda/contract/operations';
import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { lazyComponent, LazyComponent } from '../../../ui/lazy-component.tsx';
import { Skeleton } from '../../../ui/skeletons.tsx';
import { fullDay } from '../../../ui/time-format.ts';
import { tryAgain } from '../../../ui/try-again.tsx';
import { lineLooks, overall, type PlotPlan } from './plots.ts';

const dayPlot = lazyComponent(() => import('./day-plot.tsx'));

export type PlotCardProps = { days: readonly DashboardDay[]; plan: PlotPlan; isTable: boolean };

function seriesText(days: readonly DashboardDay[], plan: PlotPlan, at: DashboardDay | undefined) {
  return plan.series.map((series) => {
    const value = plan.format(at ? at[series.of] : overall(days, series));
    const text = at || !series.isMean ? value : t`${value} a day`;
    return { ...series, text };
  });
}

/** Returns a text summary of a plot, for screen readers. */
function summaryOf(days: readonly DashboardDay[], plan: PlotPlan): string {
  const [first, last] = [days.at(0), days.at(-1)];
  if (!first || !last) return plan.title;
  const from = fullDay(first.day);
  const to = fullDay(last.day);
  const numbers = seriesText(days, plan, undefined).map(({ label, text }) => `${label}: ${text}`);
  return `${plan.title}, ${t`${from} to ${to}`}. ${numbers.join(', ')}`;
}

function Legend({
  days,
  plan,
  at,
}: {
  days: readonly DashboardDay[];
  plan: PlotPlan;
  at: DashboardDay | undefined;
}) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {seriesText(days, plan, at).map(({ of, label, text }, index) => {
        const { token, dash } = lineLooks[index % lineLooks.length] ?? lineLooks[0];
        return (
          <li key={of} className="inline-flex items-center gap-2">
            <svg aria-hidden="true" viewBox="0 0 22 4" className="h-1 w-5.5">
              <line
                x2="22"
                y1="2"
                y2="2"
                strokeWidth="3"
                strokeDasharray={dash.join(' ')}
                style={{ stroke: `var(${token})` }}
              />
            </svg>
            <span className="text-mute">{label}</span>
            <strong className="tabular-nums">{text}</strong>
          </li>
        );
      })}
    </ul>
  );
}

type PlotTableProps = { days: readonly DashboardDay[]; plan: PlotPlan };

const cell = 'px-2 sm:px-3 py-1.5 text-end tabular-nums';

/** A plot's numbers, newest first. */
function PlotTable({ days, plan }: PlotTableProps) {
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

/** A plot with its legend, or its numbers as a table. The legend shows the hovered day's values. */
export function PlotCard({ days, plan, isTable }: PlotCardProps) {
  const [hoveredIndex, setHoveredIndex] = useState<number>();
  const at = hoveredIndex === undefined || isTable ? undefined : days[hoveredIndex];
  return (
    <section
      aria-label={plan.title}
      className="grid min-w-0 grid-cols-1 content-start gap-3 rounded-card border border-line bg-surface p-4"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h3 className="text-base">{plan.title}</h3>
        {at && <span className="text-xs text-mute">{fullDay(at.day)}</span>}
      </div>
      <Legend days={days} plan={plan} at={at} />
      {isTable ? (
        <PlotTable days={days} plan={plan} />
      ) : (
        <LazyComponent component={dayPlot} fallback={<Skeleton className="h-50 w-full" />} failed={tryAgain}>
          {({ DayPlot }) => (
            <DayPlot days={days} plan={plan} label={summaryOf(days, plan)} onPoint={setHoveredIndex} />
          )}
        </LazyComponent>
      )}
    </section>
  );
}
