import type { Report, ReportDetail } from '@adda/contract/moderation';
import { writeAudit } from '../../../platform/audit/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/handler.ts';
import type { Media } from '../../media/index.ts';
import { listSanctions } from '../sanctions/sanctions.repository.ts';
import { listKept } from './evidence-files.repository.ts';
import {
  countReports,
  findReport,
  listReports,
  readContext,
  type QueueFilter,
  type ReportRow,
} from './report-queue.repository.ts';
import { reportOf } from './report-view.ts';

type Deps = { readonly database: Database; readonly media: Pick<Media, 'evidenceLinks'> };

/** Page numbers start at 1. */
export type QueuePage = { readonly page: number; readonly pageSize: number };

export type ReportQueue = ReturnType<typeof createReportQueue>;

/**
 * Creates the report queue. Evidence links in the response are valid only for the calling administrator (R-15, SV-48).
 */
export function createReportQueue({ database, media }: Deps) {
  const { db } = database;

  async function view(actor: Actor, rows: readonly ReportRow[]): Promise<Report[]> {
    const ids = rows.map((row) => row.id);
    const files = ids.length > 0 ? await listKept(db, ids) : [];
    const linkTo = (fileId: string) => media.evidenceLinks.linkTo(fileId, actor.userId);
    return rows.map((row) => reportOf(row, { files, linkTo }));
  }

  return {
    /** Returns one page, oldest first, and the total that matches the filter. */
    async list(
      actor: Actor,
      filter: QueueFilter,
      { page, pageSize }: QueuePage,
    ): Promise<{ reports: Report[]; total_count: number }> {
      const rows = await listReports(db, filter, { skip: (page - 1) * pageSize, limit: pageSize });
      return { reports: await view(actor, rows), total_count: await countReports(db, filter) };
    },

    /** Returns a report with background information and writes an audit entry. Throws `report_not_found`. */
    async read(actor: Actor, reportId: string): Promise<ReportDetail> {
      const row = await findReport(db, reportId);
      const [report] = row ? await view(actor, [row]) : [];
      if (!row || !report) throw appError('report_not_found');
      const context = await readContext(db, row);
      const sanctions = await listSanctions(db, row.reported_id);
      await database.transaction((tx) =>
        writeAudit(tx, { actorId: actor.userId, action: 'report_read', target: `report:${reportId}` }),
      );
      const isOwn = row.reported_id === actor.userId || row.reporter_id === actor.userId;
      return { ...report, ...context, sanctions, may_decide: !isOwn };
    },
  };
}
