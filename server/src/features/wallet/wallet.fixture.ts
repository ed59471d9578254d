import { randomUUID } from 'node:crypto';
import { hundredthsOf } from '@adda/contract/kernel/money';
import type { Balance } from '@adda/contract/wallet';
import type { Database } from '../../platform/database/index.ts';
import { postTransfers } from './ledger/ledger.repository.ts';
import { credit, type Origin } from './ledger/transfers.policy.ts';
import { balanceOf } from './wallet.service.ts';
import { readWallet } from './wallet.repository.ts';

/** Credits new coins to a user through the ledger. */
export async function giveCoins(
  database: Database,
  userId: number,
  coins: number,
  origin: Origin = 'bought',
): Promise<void> {
  const basics = { cause: `test:${randomUUID()}`, kind: 'test', amount: hundredthsOf(coins) };
  const line = { type: 'credit', description: 'For a test' } as const;
  await database.transaction((tx) => postTransfers(tx, [credit(basics, { payee: userId, origin, line })]));
}

/** Returns a user's balance in the wire format. */
export async function walletOf({ db }: Database, userId: number): Promise<Balance> {
  return balanceOf(await readWallet(db, userId));
}
