import { groupId, messageId } from '@adda/contract/kernel';
import { EVIDENCE_MESSAGES, REPORT_REASON_MIN } from '@adda/contract/moderation';
import type { ReportInput } from '@adda/contract/moderation';
import { randomBytes } from 'node:crypto';
import type { Database } from '../../platform/database/index.ts';
import { appError } from '../../platform/errors.ts';
import type { Actor } from '../../platform/http/handler.ts';
import type { Direct } from '../direct/index.ts';
import type { Rooms } from '../rooms/index.ts';
import { findPerson, saveReport } from './moderation.repository.ts';

type Deps = {
  readonly database: Database;
  readonly rooms: Pick<Rooms, 'evidence'>;
  readonly direct: Pick<Direct, 'evidence'>;
};

const REPORT_ID_BYTES = 12;

/** Reports of people. */
export type ReportService = ReturnType<typeof createReportService>;

/** Makes the commands of reports. */
export function createReportService({ database, rooms, direct }: Deps) {
  /** What was said in rooms and between the two alone, the last of it, oldest first. */
  async function collect(question: Parameters<Rooms['evidence']>[0]) {
    const found = await Promise.all([rooms.evidence(question), direct.evidence(question)]);
    return found
      .flat()
      .toSorted((one, other) => one.timestamp.localeCompare(other.timestamp))
      .slice(-EVIDENCE_MESSAGES);
  }

  return {
    /**
     * Reports somebody and keeps what was said as it is now, whatever becomes of it later (SV-47). Answers the id of
     * the report. Throws `report_reason_missing`, `report_reason_too_short`, `user_not_found` or `cannot_report_self`.
     */
    async report(actor: Actor, report: ReportInput): Promise<string> {
      if (report.reason === '') throw appError('report_reason_missing');
      if (report.reason.length < REPORT_REASON_MIN) throw appError('report_reason_too_short');
      if (report.reported_username === actor.username) throw appError('cannot_report_self');
      const reportedId = await findPerson(database.db, report.reported_username);
      if (reportedId === undefined) throw appError('user_not_found');
      const evidence = await collect({
        reporterId: actor.userId,
        reportedId,
        messageId: report.message_id,
        groupId: report.group_id,
      });
      const id = randomBytes(REPORT_ID_BYTES).toString('hex');
      return database.transaction((tx) =>
        saveReport(tx, { id, reporterId: actor.userId, reportedId, report: withRealIds(report), evidence }),
      );
    },
  };
}

/** What looks like no id at all says nothing to those who decide. */
function withRealIds(report: ReportInput): ReportInput {
  const { message_id: message, group_id: group, ...rest } = report;
  return {
    ...rest,
    ...(messageId.safeParse(message).success && { message_id: message }),
    ...(groupId.safeParse(group).success && { group_id: group }),
  };
}
