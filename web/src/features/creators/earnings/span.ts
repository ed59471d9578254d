import type { Earnings } from '@adda/contract/creators';
import { dayKey } from '../../../ui/time-format.ts';

/** A range of days in India, both inclusive, as 'YYYY-MM-DD'. */
export type Span = { readonly from: string; readonly to: string };

/** The selectable numbers of days. */
export const SPAN_DAYS = [7, 30, 90, 365] as const;
export type SpanDays = (typeof SPAN_DAYS)[number];

const DAY_MS = 86_400_000;
const DAYS_OF_A_BAR = 7;

/** Up to this many days a bar is a day; above it, a week, because thinner bars are hard to distinguish. */
const MAX_DAY_BARS = 90;

/** Returns the range of this many days that ends today. */
export const spanOf = (days: SpanDays, now: number): Span => ({
  from: dayKey(now - (days - 1) * DAY_MS),
  to: dayKey(now),
});

/** One bar of the chart: a day, or the days from `from` to `to`. Amounts are dollars. */
export type Bar = Span & { readonly net: number; readonly gross: number; readonly count: number };

const CENTS = 100;

/** Adds dollars without floating-point noise. */
const sumOf = (amounts: readonly number[]): number =>
  amounts.reduce((sum, amount) => sum + Math.round(amount * CENTS), 0) / CENTS;

type Day = Earnings['by_day'][number];

function barOf(days: readonly Day[]): Bar {
  return {
    from: days[0]?.day ?? '',
    to: days.at(-1)?.day ?? '',
    net: sumOf(days.map(({ net }) => net)),
    gross: sumOf(days.map(({ gross }) => gross)),
    count: days.reduce((sum, { count }) => sum + count, 0),
  };
}

/** Returns the bars for these days: one per day, or weeks that end with the last day. */
export function barsOf(days: readonly Day[]): readonly Bar[] {
  if (days.length <= MAX_DAY_BARS) return days.map((day) => barOf([day]));
  const bars: Bar[] = [];
  for (let end = days.length; end > 0; end -= DAYS_OF_A_BAR) {
    bars.unshift(barOf(days.slice(Math.max(0, end - DAYS_OF_A_BAR), end)));
  }
  return bars;
}
