import type { WheelOutcome } from '@adda/contract/rewards';
import { t } from '@lingui/core/macro';

/** Returns an outcome's label. */
export function outcomeName(outcome: WheelOutcome): string {
  switch (outcome) {
    case 'Dog':
      return t`Dog`;
    case 'Elephant':
      return t`Elephant`;
    case 'Goat':
      return t`Goat`;
    case '1 Coin':
      return t`1 Coin`;
    case '5 Coins':
      return t`5 Coins`;
    case '10 Coins':
      return t`10 Coins`;
  }
}

/** Emoji of an outcome. */
export const outcomeSign: Readonly<Record<WheelOutcome, string>> = {
  Dog: '🐶',
  Elephant: '🐘',
  Goat: '🐐',
  '1 Coin': '🪙',
  '5 Coins': '🪙',
  '10 Coins': '💰',
};
