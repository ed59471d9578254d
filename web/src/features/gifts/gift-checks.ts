import { GIFTS, isGiftType } from '@adda/contract/gifts';
import { t } from '@lingui/core/macro';
import { coinNumber } from '../wallet/index.ts';

/** The selected recipient and gift; empty where nothing is selected. */
export type GiftChoices = { readonly recipient: string; readonly gift: string };

/**
 * Returns the validation error of a gift, in the texts of the dialog (GI-04 to GI-06, X-56), or undefined. An unknown
 * balance is left to the server.
 */
export function giftProblem({ recipient, gift }: GiftChoices, coins: number | undefined): string | undefined {
  if (recipient === '' || gift === '') return t`Please select both a recipient and a gift`;
  if (!isGiftType(gift)) return t`Invalid gift selected`;
  const { cost } = GIFTS[gift];
  if (coins === undefined || coins >= cost) return undefined;
  const balance = coinNumber(coins);
  return t`Insufficient funds. You need ${cost} coins but have ${balance} coins.`;
}
