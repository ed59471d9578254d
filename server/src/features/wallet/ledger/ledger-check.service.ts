import { CommandRefused, type AdminCommands, type Tell } from '../../../platform/admin-socket/index.ts';
import type { Database, Tx } from '../../../platform/database/index.ts';
import * as stored from './ledger-check.repository.ts';

/** An invariant of the ledger; `run` returns a sentence for each violation and only reads. */
export type LedgerCheck = { readonly name: string; readonly run: (tx: Tx) => Promise<readonly string[]> };

/** Invariants of the ledger, independent of the purpose of transfers. */
const OWN_CHECKS: readonly LedgerCheck[] = [
  { name: 'the entries of every transfer sum to zero', run: stored.listUnbalanced },
  { name: 'every wallet is the sum of its entries', run: stored.listDriftedWallets },
  { name: 'every balance is what it is made of, and not below zero', run: stored.listImpossibleWallets },
  { name: 'every line of a history has its transfer', run: stored.listStrayLines },
  { name: 'what is held is what payouts wait for', run: stored.listWrongHolds },
];

/**
 * Checks the ledger of a live database in one snapshot. Returns the report, and whether everything is consistent;
 * `tell` receives the progress.
 */
export async function checkLedger(
  database: Database,
  checks: readonly LedgerCheck[] = [],
  tell: Tell = () => undefined,
): Promise<{ isValid: boolean; report: string }> {
  return database.transaction(async (tx) => {
    await stored.beginSnapshot(tx);
    const lines = [await stored.describeLedger(tx)];
    let faults = 0;
    const all = [...OWN_CHECKS, ...checks];
    for (const [index, { name, run }] of all.entries()) {
      tell(`Checking ${index + 1} of ${all.length}: ${name}`);
      const found = await run(tx);
      faults += found.length;
      lines.push(`${name}: ${found.length === 0 ? 'ok' : 'WRONG'}`, ...found.map((fault) => `  ${fault}`));
    }
    return { isValid: faults === 0, report: lines.join('\n') };
  });
}

/** Creates `npm run admin -- ledger check`, with the invariants of other features. Fails on an inconsistency. */
export function createLedgerCommands(database: Database, checks: readonly LedgerCheck[] = []): AdminCommands {
  return {
    ledger: {
      usage: 'ledger check',
      async run([what], tell) {
        if (what !== 'check') throw new CommandRefused('Usage: npm run admin -- ledger check');
        const { isValid, report } = await checkLedger(database, checks, tell);
        if (!isValid) throw new CommandRefused(report);
        return report;
      },
    },
  };
}
