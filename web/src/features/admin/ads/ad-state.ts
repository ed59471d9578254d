import type { ManagedAd } from '@adda/contract/ads';
import { t } from '@lingui/core/macro';
import { countText } from '../dashboard/dashboard-labels.ts';

/** Whether an ad is shown now, later, or no longer. */
export type AdState = 'running' | 'planned' | 'over';

/** The same of an ad; `now` in milliseconds. */
export function adStateOf({ active_from: from, active_to: to }: ManagedAd, now: number): AdState {
  if (to !== null && Date.parse(to) <= now) return 'over';
  return Date.parse(from) > now ? 'planned' : 'running';
}

/** In a word. */
export function adStateName(state: AdState): string {
  if (state === 'running') return t`Running`;
  return state === 'planned' ? t`Planned` : t`Over`;
}

/** Feed or paying, in words. */
export const adKindName = (kind: ManagedAd['kind']): string => (kind === 'feed' ? t`Feed ad` : t`Reward ad`);

const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 });

/** A count; a dash where nothing is counted. */
export const figureText = (count: number | null): string => (count === null ? '–' : countText(count));

/** Clicks of those that were shown; a dash while it was not shown, or where that is not counted. */
export const clickRate = ({ impressions, clicks_counted: clicks }: ManagedAd): string =>
  impressions !== null && impressions > 0 ? percent.format(clicks / impressions) : '–';
