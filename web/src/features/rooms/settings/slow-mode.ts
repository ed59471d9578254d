import { plural, t } from '@lingui/core/macro';

/** The choices of slow mode in seconds (GR-01); a room may have any other number by the API. */
export const SLOW_MODE_STEPS: readonly number[] = [0, 5, 10, 30, 60, 300, 900, 3600];

/** Returns a pause between two messages as text. */
export function slowModeName(seconds: number): string {
  if (seconds === 0) return t`Off`;
  if (seconds % 3600 === 0) return t`${plural(seconds / 3600, { one: '# hour', other: '# hours' })}`;
  if (seconds % 60 === 0) return t`${plural(seconds / 60, { one: '# minute', other: '# minutes' })}`;
  return t`${plural(seconds, { one: '# second', other: '# seconds' })}`;
}
