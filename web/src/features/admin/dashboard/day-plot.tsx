import type { DashboardDay } from '@adda/contract/operations';
import { useEffect, useRef } from 'react';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { theme } from '../../../platform/theme.ts';
import { shortDay } from '../../../ui/time-format.ts';
import { lineLooks, type PlotPlan } from './plots.ts';

export type DayPlotProps = {
  days: readonly DashboardDay[];
  plan: PlotPlan;
  /** A sentence for screen readers. */
  label: string;
  /** Receives the index of the hovered day; undefined if none. */
  onPoint: (index: number | undefined) => void;
};

const HEIGHT = 200;
const LINE_WIDTH = 2;
const SECOND_MS = 1000;
const AXIS_FONT = '12px "Figtree Variable", system-ui, sans-serif';

/** Returns a colour token's current value; read at every draw, so that a theme change applies. */
const tokenColour = (token: string) => () =>
  getComputedStyle(document.documentElement).getPropertyValue(token).trim();

/** Returns the width of an axis label with its padding, in pixels. */
const labelWidth = (labels: readonly string[] | null): number =>
  16 + 7 * Math.max(3, ...(labels ?? []).map(({ length }) => length));

/** The last day, today, is incomplete: drawn as a separate dot, since a line to it would look like a drop. */
const today: { gaps: UPlot.Series.GapsRefiner; only: UPlot.Series.Points.Filter } = {
  gaps: ({ data: [days], valToPos }, _series, _first, _last, gaps) => {
    const [before, last] = days.slice(-2);
    if (before === undefined || last === undefined) return gaps;
    // Without this, half the width of the steep line would be visible.
    const from = valToPos(before, 'x', true) - LINE_WIDTH * UPlot.pxRatio;
    return [...gaps, [Math.floor(from), Math.ceil(valToPos(last, 'x', true))]];
  },
  only: ({ data: [days] }) => [days.length - 1],
};

function optionsOf(plan: PlotPlan, width: number, onPoint: DayPlotProps['onPoint']): UPlot.Options {
  const axis: UPlot.Axis = {
    stroke: tokenColour('--mute'),
    font: AXIS_FONT,
    grid: { stroke: tokenColour('--line'), width: 1 },
    ticks: { show: false },
  };
  return {
    width,
    height: HEIGHT,
    padding: [8, 10, 0, 0],
    legend: { show: false },
    cursor: { drag: { x: false, y: false }, points: { size: 7 } },
    scales: { x: { time: true }, y: { range: (_plot, _min, max) => [0, Math.max(1, max * 1.08)] } },
    axes: [
      {
        ...axis,
        space: 64,
        size: 28,
        values: (_plot, splits) => splits.map((at) => shortDay(at * SECOND_MS)),
      },
      {
        ...axis,
        size: (_plot, labels) => labelWidth(labels),
        values: (_plot, splits) => splits.map((value) => plan.format(value)),
      },
    ],
    series: [
      {},
      ...plan.series.map(({ label }, index) => {
        const { token, dash } = lineLooks[index % lineLooks.length] ?? lineLooks[0];
        const stroke = tokenColour(token);
        const points = { show: true, size: 6, stroke, fill: stroke, filter: today.only };
        return { label, stroke, width: LINE_WIDTH, dash: [...dash], points, gaps: today.gaps };
      }),
    ],
    hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? undefined)] },
  };
}

const dataOf = (days: readonly DashboardDay[], plan: PlotPlan): UPlot.AlignedData => [
  days.map(({ day }) => Date.parse(day) / SECOND_MS),
  ...plan.series.map(({ of }) => days.map((day) => day[of])),
];

/** A line plot over days. It follows the width of its container and the theme's colours. */
export function DayPlot({ days, plan, label, onPoint }: DayPlotProps) {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<UPlot>(undefined);
  const point = useRef(onPoint);
  useEffect(() => {
    point.current = onPoint;
  });
  const latest = useRef({ days, plan });
  useEffect(() => {
    latest.current = { days, plan };
    plot.current?.setData(dataOf(days, plan));
  }, [days, plan]);
  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const now = latest.current;
    const plotInstance = new UPlot(
      optionsOf(now.plan, element.clientWidth, (index) => point.current(index)),
      dataOf(now.days, now.plan),
      element,
    );
    plot.current = plotInstance;
    const size = new ResizeObserver(() =>
      plotInstance.setSize({ width: element.clientWidth, height: HEIGHT }),
    );
    size.observe(element);
    const unsubscribe = theme.subscribe(() => plotInstance.redraw(false));
    return () => {
      size.disconnect();
      unsubscribe();
      plotInstance.destroy();
      plot.current = undefined;
    };
  }, []);
  return (
    <div
      ref={place}
      role="img"
      aria-label={label}
      dir="ltr"
      className="min-w-0 overflow-hidden"
      style={{ minBlockSize: HEIGHT }}
    />
  );
}
