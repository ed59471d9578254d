import * as z from 'zod/mini';

const CENTS = 100;
const VALUE = /^(\d{1,12})(?:\.(\d{1,2}))?$/;

/** Converts minor units to PayPal's major units: 9900 is '99.00' (SU-14, X-10). */
export const majorUnits = (minorUnits: number): string => (minorUnits / CENTS).toFixed(2);

/**
 * Converts PayPal's major units to minor units without floating point; NaN for an invalid amount, which never equals
 * any.
 */
export function minorUnits(value: string): number {
  const [, whole, decimals = ''] = VALUE.exec(value) ?? [];
  return whole === undefined ? Number.NaN : Number(whole) * CENTS + Number(decimals.padEnd(2, '0'));
}

/** Schema of an amount in PayPal's format. */
export const paypalMoney = z.object({ currency_code: z.string(), value: z.string() });
