import type { PayeeInput, PayoutStatus } from '@adda/contract/wallet';
import type { Generated } from 'kysely';

/** A payout request, in hundredths of a coin. The parts are what was held for it, whatever was released since. */
export type PayoutsTable = {
  id: Generated<number>;
  payout_id: string;
  user_id: number;
  amount: number;
  /** Null only until the coins are held, in the same transaction. */
  hold_transfer_id: number | null;
  bought: Generated<number>;
  earned: Generated<number>;
  given: Generated<number>;
  status: Generated<PayoutStatus>;
  note: string | null;
  reference: string | null;
  created_at: Generated<Date>;
  decided_at: Date | null;
  /** The payee of the request, encrypted; null until the user has set one. */
  payee_kind: PayeeInput['kind'] | null;
  payee_sealed: string | null;
  /** The first approver of a large request, which stays pending until another administrator approves. */
  first_approved_by: number | null;
  first_approved_at: Date | null;
};

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    payouts: PayoutsTable;
  }
}
