import { isGuestName } from '@adda/contract/accounts';
import { t } from '@lingui/core/macro';

/** Returns the first unmet precondition of a recharge (RC-07 to RC-09); undefined if all are met. */
export function rechargeProblem(username: string, dollars: number | undefined): string | undefined {
  if (username === '') return t`Please log in to recharge your wallet`;
  if (isGuestName(username)) return t`Upgrade from Guest to permanent user.`;
  return dollars === undefined ? t`Please select a package` : undefined;
}
