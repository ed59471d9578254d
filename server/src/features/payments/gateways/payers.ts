/** What Razorpay writes where a shop does not ask for an address: nobody's own. */
const NOBODY = 'void@razorpay.com';

/**
 * As whom a provider knows who paid: each thing that it says, with its kind before it, such as `email:ann@example.org`.
 * What it leaves out, or writes for everybody, is not among them.
 */
export function payersOf(said: Readonly<Record<string, string | null | undefined>>): string[] {
  return Object.entries(said).flatMap(([kind, given]) => {
    const value = given?.trim().toLowerCase() ?? '';
    return value === '' || value === NOBODY ? [] : [`${kind}:${value}`];
  });
}
