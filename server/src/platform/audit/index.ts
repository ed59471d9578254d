/**
 * Actions of administrators and moderators, with target and reason. Append-only, written in the transaction of the
 * action, and protected by a hash chain that reveals later changes (SV-105).
 */
import './write-audit.ts';

export { checkAudit } from './audit-check.ts';
export { userReference, writeAudit } from './write-audit.ts';
