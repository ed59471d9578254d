import { isGuestName } from '@adda/contract/accounts';
import { t } from '@lingui/core/macro';

/** What a recharge lacks, in the order in which it is said (RC-07 to RC-09); undefined where nothing does. */
export function rechargeLack(username: string, dollars: number | undefined): string | undefined {
  if (username === '') return t`Please log in to recharge your wallet`;
  if (isGuestName(username)) return t`Upgrade from Guest to permanent user.`;
  return dollars === undefined ? t`Please select a package` : undefined;
}
