import type { Generated } from 'kysely';

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
