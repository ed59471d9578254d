import { REPORT_REASON_MIN } from '@adda/contract/moderation';
import type { ReportInput } from '@adda/contract/moderation';
import type { Database, Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/handler.ts';
import type { Relations } from '../../relations/index.ts';
import type { FlaggedText } from '../../safety/index.ts';
import type { EvidenceCopies } from './evidence-copies.service.ts';
import { findPerson, findPersonById, saveReport } from './reporting.repository.ts';
import type { NewReport } from './reporting.repository.ts';
import { createReportComposer, type EvidenceDeps } from './report-composer.ts';

type Deps = EvidenceDeps & {
  readonly database: Database;
  readonly relations: Pick<Relations, 'blockWithin'>;
  readonly copies: Pick<EvidenceCopies, 'plan' | 'copyNow'>;
};

const RAISED_REASON_MAX = 1000;

export type ReportService = ReturnType<typeof createReportService>;

/** Creates the commands that report users. */
export function createReportService({ database, relations, copies, ...evidence }: Deps) {
  const { compose, remarksOf } = createReportComposer(evidence);

  async function store(tx: Tx, composed: NewReport): Promise<string> {
    const id = await saveReport(tx, composed);
    await copies.plan(tx, id, composed.evidence, composed.message_id);
    return id;
  }

  return {
    /**
     * Reports a user and stores the evidence as it is now, independent of later changes (SV-47). With `block` the user
     * is blocked in the same transaction. Returns the report id. Throws `report_reason_missing`,
     * `report_reason_too_short`, `user_not_found` or `cannot_report_self`.
     */
    async report(actor: Actor, report: ReportInput): Promise<string> {
      if (report.reason === '') throw appError('report_reason_missing');
      if (report.reason.length < REPORT_REASON_MIN) throw appError('report_reason_too_short');
      if (report.reported_username === actor.username) throw appError('cannot_report_self');
      const person = await findPerson(database.db, report.reported_username);
      if (!person) throw appError('user_not_found');
      const { message_id: messageId, group_id: roomId, media_id: mediaId } = report;
      const question = { reporterId: actor.userId, reportedId: person.id, messageId, groupId: roomId };
      const given = { reporterId: actor.userId, reason: report.reason };
      const composed = await compose(person, given, { question, mediaId });
      const blocked = { userId: person.id, username: person.profile.username };
      const stored = await database.transaction(async (tx) => {
        const settle = report.block ? await relations.blockWithin(tx, actor, blocked) : undefined;
        return { id: await store(tx, composed), settle };
      });
      await stored.settle?.();
      await copies.copyNow(stored.id);
      return stored.id;
    },

    /** Reports a finding of the word list or the scanner, without a reporter (SV-105). */
    async raise(flagged: FlaggedText): Promise<void> {
      const person = await findPersonById(database.db, flagged.userId);
      if (!person) return;
      const { userId, words, messageId, mediaId, groupId: roomId } = flagged;
      const both = { reporterId: userId, reportedId: userId };
      const question = { ...both, messageId, groupId: roomId, isAlone: true };
      const reason = `Found automatically: ${words.join(', ')}`.slice(0, RAISED_REASON_MAX);
      const remarks = await remarksOf(person, flagged);
      const composed = await compose(person, { reporterId: null, reason }, { question, mediaId, remarks });
      const id = await database.transaction((tx) => store(tx, composed));
      await copies.copyNow(id);
    },
  };
}
