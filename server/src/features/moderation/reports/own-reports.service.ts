import { OWN_REPORTS_PAGE, type OwnReport } from '@adda/contract/moderation';
import type { Database } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/handler.ts';
import { listOwnReports, lockOwnReport, reopenReport } from './own-reports.repository.ts';

export type OwnReports = ReturnType<typeof createOwnReports>;

/** Creates the queries and commands of reporters about their own reports (MR-06). */
export function createOwnReports(database: Database) {
  return {
    /** Returns a page, newest first. Throws `invalid_parameters` for an unreadable cursor. */
    async list(
      { userId: reporterId }: Actor,
      cursor: string | undefined,
    ): Promise<{ reports: OwnReport[]; next_cursor: string | null }> {
      const before = cursor === undefined || cursor === '' ? undefined : numberIn(cursor);
      const found = await listOwnReports(database.db, { reporterId, before, limit: OWN_REPORTS_PAGE + 1 });
      const reports = found.slice(0, OWN_REPORTS_PAGE);
      const last = found.length > reports.length ? reports.at(-1) : undefined;
      return { reports, next_cursor: last ? String(last.number) : null };
    },

    /**
     * Opens a decided report again, once. Throws `report_not_found`, `already_asked` or, while this report or a later one
     * about the same user is undecided, `report_not_decided`.
     */
    askAgain: ({ userId }: Actor, reportId: string, text: string): Promise<void> =>
      database.transaction(async (tx) => {
        const report = await lockOwnReport(tx, userId, reportId);
        if (!report) throw appError('report_not_found');
        if (report.wasAsked) throw appError('already_asked');
        if (!report.isDecided) throw appError('report_not_decided');
        await reopenReport(tx, reportId, text);
      }),
  };
}

/** Reads a cursor: the number of the last report of a page. */
function numberIn(cursor: string): number {
  if (!/^[1-9]\d{0,8}$/.test(cursor)) throw appError('invalid_parameters');
  return Number(cursor);
}
