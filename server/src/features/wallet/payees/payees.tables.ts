import type { PayeeInput } from '@adda/contract/wallet';
import type { Generated } from 'kysely';

/** Where somebody's payouts go; name and account are in `sealed`. */
export type PayeesTable = {
  user_id: number;
  kind: PayeeInput['kind'];
  sealed: string;
  updated_at: Generated<Date>;
  /** When the person said one for the first time; earlier than `updated_at` where it was changed since. */
  first_said_at: Generated<Date>;
};

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    payees: PayeesTable;
  }
}
