/** Minor units in a major one: paise in a rupee, cents in a dollar. */
const MINOR_UNITS = 100;

/** What PayPal takes and people read, of minor units (SU-14, X-10). */
export const majorAmount = (minorUnits: number): number => minorUnits / MINOR_UNITS;

/** '$4.99' or '₹424.15' of minor units; a currency that is none is written out. */
export function amountLabel(minorUnits: number, currency: string): string {
  const major = majorAmount(minorUnits);
  if (!/^[A-Z]{3}$/.test(currency)) return `${major.toFixed(2)} ${currency}`.trim();
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(major);
}
