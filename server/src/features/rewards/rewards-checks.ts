import type { LedgerCheck } from '../wallet/index.ts';
import * as stored from './rewards-checks.repository.ts';

/** Invariants of the ledger about rewards: each was within its limits, and paid once. */
export const rewardsChecks: readonly LedgerCheck[] = [
  { name: 'nobody was paid for more spins than a day has', run: stored.listExcessSpins },
  { name: 'every paid spin has brought its coins once', run: stored.listMispaidSpins },
  { name: 'nobody has claimed more ads than they may', run: stored.listExcessClaims },
  { name: 'every claimed ad has brought its coins once', run: stored.listMispaidClaims },
  { name: 'every friend who came along was rewarded once', run: stored.listMispaidReferrals },
];
