import { coinsOf } from '@adda/contract/kernel/money';
import { WALLET_CURRENCY, type Balance } from '@adda/contract/wallet';
import type { WalletState } from './ledger/transfers.ts';

/** Converts a balance to the wire format; bought coins are never payable. */
export function balanceOf({ balance, earned, given, held }: WalletState): Balance {
  return {
    balance: coinsOf(balance),
    currency: WALLET_CURRENCY,
    payable: coinsOf(earned + given),
    held: coinsOf(held.bought + held.earned + held.given),
  };
}
