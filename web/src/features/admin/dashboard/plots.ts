import type { DashboardDay } from '@adda/contract/operations';
import { t } from '@lingui/core/macro';
import { centsText, countText } from './dashboard-labels.ts';

/** A numeric field of a day. */
type DayNumber = Exclude<keyof DashboardDay, 'day'>;

/** One line of a plot. */
export type PlotSeries = {
  readonly of: DayNumber;
  readonly label: string;
  /** The same user may count on several days, so the series has a mean instead of a sum. */
  readonly isMean?: boolean;
};

/** Definition of a plot. */
export type PlotPlan = {
  readonly id: string;
  readonly title: string;
  readonly series: readonly PlotSeries[];
  readonly format: (value: number) => string;
};

/**
 * Colour tokens and dashes of a plot's lines, in order: distinguishable without colour, readable on both
 * backgrounds.
 */
export const lineLooks = [
  { token: '--rani-ink', dash: [] },
  { token: '--teal', dash: [7, 4] },
  { token: '--person-2-name', dash: [2, 3] },
] as const;

/** The plots of the dashboard, in display order. */
export const plotPlans = (): readonly PlotPlan[] => [
  {
    id: 'people',
    title: t`People`,
    format: countText,
    series: [
      { of: 'active_people', label: t`Active people`, isMean: true },
      { of: 'new_people', label: t`New people` },
      { of: 'new_guests', label: t`New guests` },
    ],
  },
  { id: 'messages', title: t`Messages`, format: countText, series: [{ of: 'messages', label: t`Messages` }] },
  { id: 'posts', title: t`Posts`, format: countText, series: [{ of: 'posts', label: t`Posts` }] },
  {
    id: 'reports',
    title: t`Reports`,
    format: countText,
    series: [
      { of: 'reports', label: t`Reports` },
      { of: 'decisions', label: t`Decisions` },
    ],
  },
  {
    id: 'coins',
    title: t`Coins`,
    format: countText,
    series: [
      { of: 'coins_bought', label: t`Bought` },
      { of: 'coins_gifted', label: t`Gifted` },
      { of: 'coins_paid_out', label: t`Paid out` },
    ],
  },
  {
    id: 'revenue',
    title: t`Revenue`,
    format: centsText,
    series: [{ of: 'revenue_cents', label: t`Revenue` }],
  },
  {
    id: 'orders',
    title: t`Paid orders`,
    format: countText,
    series: [{ of: 'paid_orders', label: t`Paid orders` }],
  },
];

/** Means from this value on are shown without decimals. */
const WHOLE_FROM = 10;

/** Returns the sum of a series over the days, or its mean. */
export function overall(days: readonly DashboardDay[], { of, isMean = false }: PlotSeries): number {
  const sum = days.reduce((total, day) => total + day[of], 0);
  if (!isMean || days.length === 0) return sum;
  const mean = sum / days.length;
  return mean < WHOLE_FROM ? mean : Math.round(mean);
}
