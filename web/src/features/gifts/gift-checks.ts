import { GIFTS, isGiftType } from '@adda/contract/gifts';
import { t } from '@lingui/core/macro';
import { coinNumber } from '../wallet/index.ts';

/** What somebody is about to give to whom; empty where nothing was chosen. */
export type GiftChoices = { readonly recipient: string; readonly gift: string };

/**
 * What stands in the way of a gift before the server is asked, in the words of the dialog (GI-04 to GI-06, X-56).
 * A balance that is not known yet is left to the server.
 */
export function giftProblem({ recipient, gift }: GiftChoices, coins: number | undefined): string | undefined {
  if (recipient === '' || gift === '') return t`Please select both a recipient and a gift`;
  if (!isGiftType(gift)) return t`Invalid gift selected`;
  const { cost } = GIFTS[gift];
  if (coins === undefined || coins >= cost) return undefined;
  const balance = coinNumber(coins);
  return t`Insufficient funds. You need ${cost} coins but have ${balance} coins.`;
}
