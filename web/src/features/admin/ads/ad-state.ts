import type { ManagedAd } from '@adda/contract/ads';
import { t } from '@lingui/core/macro';
import { countText } from '../dashboard/dashboard-labels.ts';

/** Whether an ad is active, scheduled or ended. */
export type AdState = 'running' | 'planned' | 'over';

/** Returns an ad's state; `now` in ms. */
export function adStateOf({ active_from: from, active_to: to }: ManagedAd, now: number): AdState {
  if (to !== null && Date.parse(to) <= now) return 'over';
  return Date.parse(from) > now ? 'planned' : 'running';
}

/** Returns the state's label. */
export function adStateName(state: AdState): string {
  if (state === 'running') return t`Running`;
  return state === 'planned' ? t`Planned` : t`Over`;
}

/** Returns the kind's label: feed or reward ad. */
export const adKindName = (kind: ManagedAd['kind']): string => (kind === 'feed' ? t`Feed ad` : t`Reward ad`);

const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 });

/** Formats a count; a dash for null. */
export const figureText = (count: number | null): string => (count === null ? '–' : countText(count));

/** Returns clicks per impression; a dash without impressions or without a count. */
export const clickRate = ({ impressions, clicks_counted: clicks }: ManagedAd): string =>
  impressions !== null && impressions > 0 ? percent.format(clicks / impressions) : '–';
