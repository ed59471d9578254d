import type { Appeal, OwnSanction, Sanction, SanctionKind } from '@adda/contract/moderation';

/**
 * Shown instead of an administrator for sanctions by a command on the server. Contains a space, so it is never a
 * username.
 */
export const SERVER_COMMAND = 'server command';

/** A sanction with its appeal as selected from the database. */
export type SanctionRow = {
  readonly id: string;
  readonly kind: SanctionKind;
  readonly reason: string;
  readonly created_at: Date;
  readonly until: Date | null;
  readonly ended_at: Date | null;
  readonly end_kind: Sanction['end'];
  readonly report_id: string | null;
  readonly issued_by: string | null;
  readonly ended_by: string | null;
  readonly appeal_id: string | null;
  readonly appeal_text: string;
  readonly appeal_status: Appeal['status'];
  readonly appealed_at: Date;
  readonly appeal_decided_at: Date | null;
  readonly appeal_answer: string | null;
};

const timeOf = (at: Date | null): string | null => at?.toISOString() ?? null;

function appealOf(row: SanctionRow): Appeal | null {
  if (row.appeal_id === null) return null;
  return {
    appeal_id: row.appeal_id,
    text: row.appeal_text,
    status: row.appeal_status,
    created_at: row.appealed_at.toISOString(),
    decided_at: timeOf(row.appeal_decided_at),
    answer: row.appeal_answer,
  };
}

/** Builds the view for administrators. */
export function sanctionOf(row: SanctionRow): Sanction {
  const endedBy = row.end_kind === 'expired' ? null : (row.ended_by ?? SERVER_COMMAND);
  return {
    sanction_id: row.id,
    kind: row.kind,
    reason: row.reason,
    created_at: row.created_at.toISOString(),
    until: timeOf(row.until),
    ended_at: timeOf(row.ended_at),
    end: row.end_kind,
    appeal: appealOf(row),
    issued_by: row.issued_by ?? SERVER_COMMAND,
    ended_by: row.ended_at === null ? null : endedBy,
    report_id: row.report_id,
  };
}

/** Builds the view for the sanctioned user: without the administrators and the report. */
export function ownSanctionOf(sanction: Sanction): OwnSanction {
  const { issued_by: _issuedBy, ended_by: _endedBy, report_id: _reportId, ...own } = sanction;
  return own;
}
