import { plural } from '@lingui/core/macro';
import { fullDay, shortDay } from '../../../ui/time-format.ts';
import type { Span } from './span.ts';

const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** '$1,234.50'; a refund of more than was earned is negative. */
export const dollarLabel = (amount: number): string => money.format(amount);

/** '3 sales'. */
export const saleLabel = (count: number): string => plural(count, { one: '# sale', other: '# sales' });

/** Noon in India, so that the day stays the day. */
const noonOf = (day: string): string => `${day}T12:00:00+05:30`;

/** '3 Nov' or '3 Nov – 9 Nov'. */
export const spanLabel = ({ from, to }: Span): string =>
  from === to ? shortDay(noonOf(from)) : `${shortDay(noonOf(from))} – ${shortDay(noonOf(to))}`;

/** Where a chart begins and ends; with the year where it is not the same. */
export function endsLabel({ from, to }: Span): readonly [string, string] {
  const day = from.slice(0, 4) === to.slice(0, 4) ? shortDay : fullDay;
  return [day(noonOf(from)), day(noonOf(to))];
}
