import { plural } from '@lingui/core/macro';
import { fullDay, shortDay } from '../../../ui/time-format.ts';
import type { Span } from './span.ts';

/** Formats '3 sales'. */
export const saleLabel = (count: number): string => plural(count, { one: '# sale', other: '# sales' });

/** Returns noon in India, so that the date is the same in other time zones. */
const noonOf = (day: string): string => `${day}T12:00:00+05:30`;

/** Formats '3 Nov' or '3 Nov – 9 Nov'. */
export const spanLabel = ({ from, to }: Span): string =>
  from === to ? shortDay(noonOf(from)) : `${shortDay(noonOf(from))} – ${shortDay(noonOf(to))}`;

/** Returns the labels of both ends of the chart; with the year where the years differ. */
export function endsLabel({ from, to }: Span): readonly [string, string] {
  const day = from.slice(0, 4) === to.slice(0, 4) ? shortDay : fullDay;
  return [day(noonOf(from)), day(noonOf(to))];
}
