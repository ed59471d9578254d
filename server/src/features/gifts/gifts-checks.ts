import type { LedgerCheck } from '../wallet/index.ts';
import { listMispaidGifts } from './gifts-checks.repository.ts';

/** Invariants of the ledger about gifts (GI-01, R-09). */
export const giftsChecks: readonly LedgerCheck[] = [
  { name: 'every gift went from its sender to its recipient', run: listMispaidGifts },
];
