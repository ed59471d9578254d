/** What administrators did, to whom and why: append-only, written in the transaction of the deed itself. */
import type { Generated } from 'kysely';
import type { Tx } from '../database/index.ts';

export type AuditEntriesTable = {
  id: Generated<number>;
  actor_id: number;
  action: string;
  target: string;
  details: string;
  created_at: Generated<Date>;
};

declare module '../database/tables.ts' {
  interface Tables {
    audit_entries: AuditEntriesTable;
  }
}

/** One deed. `target` names whom or what it was done to, such as `user:ann`; `details` hold no secret. */
export type Deed = {
  readonly actorId: number;
  readonly action: string;
  readonly target: string;
  readonly details?: Readonly<Record<string, string | number | boolean | null>>;
};

/** JSON of the database holds whole characters only. */
const wholeText = (_name: string, value: unknown): unknown =>
  typeof value === 'string' ? value.toWellFormed() : value;

/** Notes a deed; rolled back together with it. */
export async function writeAudit(tx: Tx, { actorId, action, target, details = {} }: Deed): Promise<void> {
  await tx
    .insertInto('audit_entries')
    .values({ actor_id: actorId, action, target, details: JSON.stringify(details, wholeText) })
    .execute();
}
