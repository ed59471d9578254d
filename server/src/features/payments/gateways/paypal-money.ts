import * as z from 'zod/mini';

const CENTS = 100;
const VALUE = /^(\d{1,12})(?:\.(\d{1,2}))?$/;

/** PayPal counts in major units: 9900 of ours are its '99.00' (SU-14, X-10). */
export const majorUnits = (minorUnits: number): string => (minorUnits / CENTS).toFixed(2);

/** The other way round, without a float in between; NaN for what is no amount, which is never equal to any. */
export function minorUnits(value: string): number {
  const [, whole, decimals = ''] = VALUE.exec(value) ?? [];
  return whole === undefined ? Number.NaN : Number(whole) * CENTS + Number(decimals.padEnd(2, '0'));
}

/** An amount as PayPal writes it. */
export const paypalMoney = z.object({ currency_code: z.string(), value: z.string() });
