import type { Earnings } from '@adda/contract/creators';

/** A spreadsheet would interpret a text that starts with one of these as a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** Returns one CSV field: a text can't become a formula, and special characters are quoted (RFC 4180). */
function field(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const line = (values: readonly (string | number)[]): string => `${values.map(field).join(',')}\r\n`;

type Sums = Pick<Earnings, 'gross' | 'fee' | 'net' | 'coins' | 'count'>;

const sums = ({ count, gross, fee, net, coins }: Sums) => [count, gross, fee, net, coins];

/**
 * Returns earnings as CSV: each day, each plan, and the total; the first column says which. Amounts are dollars and coins.
 */
export function earningsCsv(earnings: Earnings): string {
  return [
    line(['row', 'name', 'sales', 'gross_usd', 'fee_usd', 'net_usd', 'coins']),
    ...earnings.by_day.map((day) => line(['day', day.day, ...sums(day)])),
    ...earnings.by_plan.map((plan) => line(['plan', plan.name, ...sums(plan)])),
    line(['total', `${earnings.from} to ${earnings.to}`, ...sums(earnings)]),
  ].join('');
}

/** Downloads the CSV as a file. */
export function downloadCsv(earnings: Earnings): void {
  const address = URL.createObjectURL(new Blob([earningsCsv(earnings)], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `adda-earnings-${earnings.from}-${earnings.to}.csv`;
  link.click();
  // The browser has read the URL by then.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}
