import type { PayeeInput } from '@adda/contract/wallet';
import type { Generated } from 'kysely';

/** A user's payee; name and account are encrypted in `sealed`. */
export type PayeesTable = {
  user_id: number;
  kind: PayeeInput['kind'];
  sealed: string;
  updated_at: Generated<Date>;
  /** When the user first set a payee; earlier than `updated_at` if it was changed since. */
  first_said_at: Generated<Date>;
};

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    payees: PayeesTable;
  }
}
