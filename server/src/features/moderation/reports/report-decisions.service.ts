import {
  REPORT_LOOKED_AT,
  REPORT_OUTCOMES,
  type ReportDecision,
  type SanctionKind,
} from '@adda/contract/moderation';
import { writeAudit } from '../../../platform/audit/index.ts';
import type { Database, Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/handler.ts';
import type { NotificationKind } from '@adda/contract/notifications';
import type { Notifications } from '../../notifications/index.ts';
import type { ContentRemoval } from '../content-removal.service.ts';
import type { Sanctions } from '../moderation.types.ts';
import { assignReport, lockReport, settleReport, type LockedReport } from './reports.repository.ts';

type Deps = {
  readonly database: Database;
  readonly sanctions: Sanctions;
  readonly removal: ContentRemoval;
  readonly notifications: Pick<Notifications, 'notify'>;
};

type Action = ReportDecision['action'];

export type ReportDecisions = ReturnType<typeof createReportDecisions>;

const KINDS: Readonly<Record<Exclude<Action, 'none'>, SanctionKind>> = {
  warn: 'warning',
  delete_content: 'content_removed',
  suspend: 'suspension',
  ban: 'ban',
};

/** A suspension without an end is a ban. */
const actionOf = ({ action, until }: ReportDecision): Action =>
  action === 'suspend' && !until ? 'ban' : action;

/** Creates the command that decides reports. Each report is decided once; the first decision wins (SV-49). */
export function createReportDecisions({ database, sanctions, removal, notifications }: Deps) {
  const note = (tx: Tx, actor: Actor, report: LockedReport, step: string, details = {}): Promise<void> =>
    writeAudit(tx, {
      actorId: actor.userId,
      action: `report_${step}`,
      target: `report:${report.id}`,
      details,
    });

  /** Imposes the sanction of a decision. Returns its id, or null for no action. */
  async function act(
    tx: Tx,
    actor: Actor,
    report: LockedReport,
    decision: ReportDecision,
  ): Promise<string | null> {
    const action = actionOf(decision);
    if (action === 'none') return null;
    const reason = decision.reason || decision.note;
    if (!reason) throw appError('sanction_reason_missing');
    const { reportedId: userId, id: reportId, messageId, mediaId } = report;
    if (action === 'delete_content') {
      const named = { authorId: userId, messageId, mediaId };
      const how = { removedBy: actor.userId, reportId, keepOut: decision.keep_out };
      if (!(await removal.remove(tx, named, how))) throw appError('nothing_to_remove');
    }
    const until = action === 'suspend' && decision.until ? new Date(decision.until) : null;
    const sanction = { userId, kind: KINDS[action], reason, until, reportId, issuedBy: actor.userId };
    return sanctions.impose(tx, sanction);
  }

  /** Tells the reporter how the report stands, in words that never name a sanction (SV-49, MR-06). */
  async function tell(tx: Tx, report: LockedReport, kind: NotificationKind, text: string): Promise<void> {
    if (report.reporterId === null) return;
    await notifications.notify(tx, { userId: report.reporterId, kind, text, about: report.reportedName });
  }

  async function settle(
    tx: Tx,
    actor: Actor,
    report: LockedReport,
    decision: ReportDecision & { readonly status: 'resolved' | 'dismissed' },
  ): Promise<void> {
    const { status } = decision;
    const action = actionOf(decision);
    const sanctionId = await act(tx, actor, report, decision);
    const stored = { status, action, note: decision.note || null, decidedBy: actor.userId };
    await settleReport(tx, report.id, stored);
    await note(tx, actor, report, status, { action, sanction: sanctionId });
    await tell(tx, report, 'report_decided', REPORT_OUTCOMES[action === 'none' ? 'not_acted' : 'acted']);
  }

  async function assign(tx: Tx, actor: Actor, report: LockedReport, decision: ReportDecision): Promise<void> {
    const adminId = decision.status === 'reviewing' ? actor.userId : null;
    const isUnchanged = report.status === decision.status && report.assignedId === adminId;
    if (isUnchanged && !decision.note) return;
    await assignReport(tx, report.id, { adminId, note: decision.note || null });
    await note(tx, actor, report, adminId === null ? 'given_back' : 'reviewing');
    if (adminId !== null && !report.wasLookedAt) await tell(tx, report, 'report_looked_at', REPORT_LOOKED_AT);
  }

  return {
    /**
     * Assigns, unassigns or decides a report. Throws `report_not_found`, `own_case`, `report_already_decided`,
     * `sanction_reason_missing`, `nothing_to_remove`, and everything that `Sanctions.impose` throws.
     */
    decide: (actor: Actor, reportId: string, decision: ReportDecision): Promise<void> =>
      database.transaction(async (tx) => {
        const report = await lockReport(tx, reportId);
        if (!report) throw appError('report_not_found');
        // Administrators decide neither reports about themselves nor their own reports.
        if (report.reportedId === actor.userId || report.reporterId === actor.userId)
          throw appError('own_case');
        if (report.status === 'resolved' || report.status === 'dismissed')
          throw appError('report_already_decided');
        const { status } = decision;
        if (status === 'resolved' || status === 'dismissed')
          await settle(tx, actor, report, { ...decision, status });
        else await assign(tx, actor, report, decision);
      }),
  };
}
