import { checkAudit } from '../../platform/audit/index.ts';
import { CommandRefused, type AdminCommands } from '../../platform/admin-socket/index.ts';
import type { Database } from '../../platform/database/index.ts';

const USAGE = 'audit check [HEAD]';
const HASH = /^[0-9a-f]{64}$/;

/**
 * `npm run admin -- audit check` (SV-105): verifies the hash chain and prints its length and head. Keep the head
 * outside the server: a later check with it also detects removed newest entries.
 */
export function createAuditCommands(database: Database): AdminCommands {
  return {
    audit: {
      usage: USAGE,
      async run([what, head], tell) {
        if (what !== 'check') throw new CommandRefused(`Usage: npm run admin -- ${USAGE}`);
        if (head !== undefined && !HASH.test(head))
          throw new CommandRefused(`${head} is no head of a chain.`);
        const report = await checkAudit(database.db, head, (entries) => tell(`Entries checked: ${entries}`));
        const lines = [`entries: ${report.entries}`, `head: ${report.head ?? 'none'}`];
        if (!report.ok) throw new CommandRefused([`WRONG: ${report.problem}`, ...lines].join('\n'));
        return ['The audit is complete and unchanged.', ...lines].join('\n');
      },
    },
  };
}
