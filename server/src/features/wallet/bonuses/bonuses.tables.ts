import type { BonusStatus } from '@adda/contract/wallet';
import type { Generated } from 'kysely';

/** A bonus that needs a second administrator, in hundredths of a coin. */
export type BonusRequestsTable = {
  id: Generated<number>;
  bonus_id: string;
  /** The cause of the transfer that gives the bonus. */
  cause: string;
  payee_id: number;
  amount: number;
  description: string;
  status: Generated<BonusStatus>;
  proposed_by: number;
  decided_by: number | null;
  created_at: Generated<Date>;
  decided_at: Date | null;
};

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    bonus_requests: BonusRequestsTable;
  }
}
