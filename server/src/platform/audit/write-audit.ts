import type { Generated } from 'kysely';
import type { Tx } from '../database/index.ts';

/**
 * Returns the reference to a user in audit entries. Entries never change but names do, and deleted accounts must not
 * be named (SV-104). Screens of the audit resolve it to the current name.
 */
export const userReference = (userId: number): string => `user#${userId}`;

/**
 * One action. `target` names its object, such as `word:…` or the {@link userReference} of a user. `details` contain no
 * secrets, and references instead of user names.
 */
type AuditEntry = {
  /** Null for an operator command on the server. */
  readonly actorId: number | null;
  readonly action: string;
  readonly target: string;
  readonly details?: Readonly<Record<string, string | number | boolean | null>>;
};

/** PostgreSQL's jsonb rejects lone surrogates. */
const wholeText = (_name: string, value: unknown): unknown =>
  typeof value === 'string' ? value.toWellFormed() : value;

/** Records an action in the given transaction. The entry joins the hash chain when the transaction commits. */
export async function writeAudit(
  tx: Tx,
  { actorId, action, target, details = {} }: AuditEntry,
): Promise<void> {
  await tx
    .insertInto('audit_entries')
    .values({ actor_id: actorId, action, target, details: JSON.stringify(details, wholeText) })
    .execute();
}

type AuditEntriesTable = {
  id: Generated<number>;
  /** Null for an operator command on the server. */
  actor_id: number | null;
  action: string;
  target: string;
  details: string;
  created_at: Generated<Date>;
};

/** The position of each entry in the chain. Written by a trigger when the entry's transaction commits. */
type AuditChainTable = { position: number; entry_id: number; hash: string };

/** The newest position of the chain: one row. */
type AuditHeadTable = { position: number; hash: string };

declare module '../database/tables.ts' {
  interface Tables {
    audit_entries: AuditEntriesTable;
    audit_chain: AuditChainTable;
    audit_head: AuditHeadTable;
  }
}
