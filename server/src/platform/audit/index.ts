/**
 * What administrators and moderators did, to whom and why: append-only, written in the transaction of the deed itself,
 * and a hash chain that shows whether anything was changed afterwards (SV-105).
 */
import './audit.tables.ts';

export { checkAudit } from './audit-check.ts';
export { personMark, writeAudit } from './write-audit.ts';
