import { createHmac } from 'node:crypto';
import * as z from 'zod/mini';

/** Placeholder that Razorpay returns if a shop does not request an address. */
const NOBODY = 'void@razorpay.com';

/**
 * Returns the identifiers by which a provider knows the payer, each prefixed with its kind, for example
 * `email:ann@example.org`. Missing ones and placeholders are left out.
 */
export function payersOf(said: Readonly<Record<string, string | null | undefined>>): string[] {
  return Object.entries(said).flatMap(([kind, given]) => {
    const value = given?.trim().toLowerCase() ?? '';
    return value === '' || value === NOBODY ? [] : [`${kind}:${value}`];
  });
}

/** HMAC-SHA256 in hex. */
export const hmacOf = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('hex');

/** Returns the first value of a header; undefined if it is absent. */
export function headerOf(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  name: string,
): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

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

/** Parses a JSON text; undefined if it is invalid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
