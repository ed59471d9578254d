/** Placeholder that Razorpay returns if a shop does not ask for an address. */
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
