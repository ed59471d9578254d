/** Minor units per major unit: paise per rupee, cents per dollar. */
const MINOR_UNITS = 100;

/** Converts minor units to the major amount, which PayPal expects and users read (SU-14, X-10). */
export const majorAmount = (minorUnits: number): number => minorUnits / MINOR_UNITS;

/** Formats minor units: '$4.99' or '₹424.15'; an unknown currency is written as its code. */
export function amountLabel(minorUnits: number, currency: string): string {
  const major = majorAmount(minorUnits);
  if (!/^[A-Z]{3}$/.test(currency)) return `${major.toFixed(2)} ${currency}`.trim();
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(major);
}
