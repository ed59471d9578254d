import { t } from '@lingui/core/macro';

const whole = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 1 });
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const decimal = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

/** Formats a count with grouped digits. */
export const countText = (count: number): string => whole.format(count);

/** Formats US cents as dollars. */
export const centsText = (cents: number): string => dollars.format(cents / 100);

const STEP = 1024;

/** Formats a size in bytes in its largest unit. */
export function bytesText(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB'];
  let size = bytes;
  let unit = 0;
  while (size >= STEP && unit < units.length - 1) {
    size /= STEP;
    unit += 1;
  }
  return `${decimal.format(size)} ${units[unit]}`;
}

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 24 * HOUR_SECONDS;

/** Formats an uptime. */
export function uptimeText(seconds: number): string {
  const days = Math.floor(seconds / DAY_SECONDS);
  const hours = Math.floor((seconds % DAY_SECONDS) / HOUR_SECONDS);
  if (days > 0) return t`${days} d ${hours} h`;
  const minutes = Math.floor((seconds % HOUR_SECONDS) / 60);
  return hours > 0 ? t`${hours} h ${minutes} min` : t`${minutes} min`;
}
