import type { Transaction, TransactionType } from '@adda/contract/wallet';
import { t } from '@lingui/core/macro';

/** Returns an entry's kind: from its flags if it has one, otherwise its type (WA-12, WA-13). */
export function kindOf(line: Transaction): TransactionType {
  if (line.is_gift_sent) return 'gift_sent';
  if (line.is_referral) return 'referral';
  if (line.is_login_bonus) return 'login_bonus';
  if (line.is_star_bonus) return 'star_bonus';
  if (line.is_wheel_game) return 'wheel_game';
  return line.is_ad_reward ? 'ad_reward' : line.transaction_type;
}

/** Whether an entry debits coins; all others credit them. */
export const isDebit = (kind: TransactionType): boolean => kind === 'debit' || kind === 'gift_sent';

/** Returns a kind's label. */
export function kindLabel(kind: TransactionType): string {
  switch (kind) {
    case 'credit':
      return t`Coins in`;
    case 'debit':
      return t`Coins out`;
    case 'referral':
      return t`Referral reward`;
    case 'login_bonus':
      return t`Login bonus`;
    case 'star_bonus':
      return t`Star bonus`;
    case 'wheel_game':
      return t`Daily spin`;
    case 'ad_reward':
      return t`Ad reward`;
    case 'gift_sent':
      return t`Gift sent`;
  }
}
