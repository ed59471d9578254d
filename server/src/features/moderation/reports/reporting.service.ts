import { randomBytes } from 'node:crypto';
import {
  REPORT_REASON_MIN,
  type Report,
  type ReportInput,
  type ReportReceipt,
} from '@adda/contract/moderation';
import { groupId } from '@adda/contract/kernel';
import type { Database, Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/handler.ts';
import type { Relations } from '../../relations/index.ts';
import type { FlaggedText } from '../../safety/index.ts';
import type { Feed } from '../../feed/index.ts';
import type { EvidenceQuestion, Messages } from '../../messages/index.ts';
import { WAIT_FOR_THREAT_MS, type EvidenceCopies } from './evidence.service.ts';
import { helpLinesOf } from './help-lines.policy.ts';
import {
  findCountry,
  findPerson,
  findPersonById,
  saveReport,
  type NewReport,
  type ReportedPerson,
} from './reports.repository.ts';
import type { KeptMessage, KeptPost } from './evidence.policy.ts';

type Deps = EvidenceDeps & {
  readonly database: Database;
  readonly relations: Pick<Relations, 'blockWithin' | 'hideWithin'>;
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
     * is blocked in the same transaction; with `threatened` also, and the reporter is hidden from strangers and receives
     * the help lines of their country (MR-05). Throws `report_reason_missing`, `report_reason_too_short`,
     * `user_not_found` or `cannot_report_self`.
     */
    async report(actor: Actor, report: ReportInput): Promise<Omit<ReportReceipt, 'message'>> {
      const { threatened: isThreatened = false } = report;
      if (!isThreatened) requireReason(report.reason);
      if (report.reported_username === actor.username) throw appError('cannot_report_self');
      const person = await findPerson(database.db, report.reported_username);
      if (!person) throw appError('user_not_found');
      const composed = await compose(person, givenBy(actor.userId, report), {
        question: questionOf(actor.userId, person.id, report),
        mediaId: report.media_id,
      });
      const blocked = { userId: person.id, username: person.profile.username };
      const stored = await database.transaction(async (tx) => {
        const hasBlock = isThreatened || report.block;
        const settle = hasBlock ? await relations.blockWithin(tx, actor, blocked) : undefined;
        const id = await store(tx, composed);
        return { id, settle, until: isThreatened ? await relations.hideWithin(tx, actor.userId) : undefined };
      });
      await stored.settle?.();
      await copies.copyNow(stored.id, isThreatened ? WAIT_FOR_THREAT_MS : undefined);
      if (!stored.until) return { report_id: stored.id };
      const help = helpLinesOf(await findCountry(database.db, actor.userId));
      return { report_id: stored.id, help, hidden_until: stored.until.toISOString() };
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
      const given = { reporterId: null, reason, category: 'other', isThreatened: false } as const;
      const composed = await compose(person, given, { question, mediaId, remarks });
      const id = await database.transaction((tx) => store(tx, composed));
      await copies.copyNow(id);
    },
  };
}

/** The features that provide evidence. */
type EvidenceDeps = {
  readonly messages: Pick<Messages, 'evidence'>;
  readonly feed: Pick<Feed, 'evidence' | 'commentEvidence'>;
};

const REPORT_ID_BYTES = 12;

/** Which evidence to collect; `remarks` are already loaded. */
type EvidenceQuery = {
  readonly question: EvidenceQuestion;
  readonly mediaId: string | undefined;
  readonly remarks?: readonly KeptMessage[];
};

/** What the reporter says about the report. */
type GivenReport = Pick<NewReport, 'reporterId' | 'reason' | 'category' | 'isThreatened'>;

function requireReason(reason: string): void {
  if (reason === '') throw appError('report_reason_missing');
  if (reason.length < REPORT_REASON_MIN) throw appError('report_reason_too_short');
}

const givenBy = (
  reporterId: number,
  { reason, category = 'other', threatened = false }: ReportInput,
): GivenReport => ({
  reporterId,
  reason,
  category: threatened ? 'threat' : category,
  isThreatened: threatened,
});

const questionOf = (reporterId: number, reportedId: number, report: ReportInput): EvidenceQuestion => ({
  reporterId,
  reportedId,
  messageId: report.message_id,
  groupId: report.group_id,
  hasWholeChat: report.threatened ?? false,
});

/** Default values of a remark. */
const EMPTY_REMARK = {
  group_id: null,
  group_name: null,
  content: '',
  image_id: null,
  audio_id: null,
  audio_duration_ms: null,
  youtube_url: null,
  is_deleted: false,
  is_private: false,
  versions: [],
};

/** The reported content, as far as it exists and belongs to the reported user. */
type Subject = Pick<NewReport, 'kind' | 'message_id' | 'media_id' | 'group_id'>;

/** Creates the composer, which collects evidence and builds the report. */
function createReportComposer({ messages, feed }: EvidenceDeps) {
  /** Returns the reported post if the viewer may see it and the reported user posted it. */
  async function postOf(viewerId: number, personId: number, mediaId?: string): Promise<KeptPost | undefined> {
    const found = mediaId === undefined ? undefined : await feed.evidence(viewerId, mediaId);
    return found?.authorId === personId ? found.post : undefined;
  }

  return {
    /** Builds the report to store, with its evidence. */
    async compose(
      person: ReportedPerson,
      given: GivenReport,
      { question, mediaId, remarks = [] }: EvidenceQuery,
    ): Promise<NewReport> {
      const said = [...(await messages.evidence(question)), ...remarks];
      const post = await postOf(question.reporterId, person.id, mediaId);
      const id = randomBytes(REPORT_ID_BYTES).toString('hex');
      const evidence = { messages: said, posts: post ? [post] : [], profiles: [person.profile] };
      return {
        id,
        ...given,
        ...subjectOf(person, question, said, post),
        reportedId: person.id,
        evidence,
      };
    },

    /** Returns a comment of the user, or a picture that is not published yet. */
    async remarksOf(
      { profile, id }: ReportedPerson,
      { commentId, imageId, audioId }: FlaggedText,
    ): Promise<KeptMessage[]> {
      const comment = commentId === undefined ? undefined : await feed.commentEvidence(commentId);
      const remark = { ...EMPTY_REMARK, sender: profile.username };
      return [
        ...(comment?.authorId === id
          ? [
              {
                ...remark,
                message_id: comment.commentId,
                content: comment.text,
                timestamp: comment.timestamp,
              },
            ]
          : []),
        ...(imageId === undefined
          ? []
          : [{ ...remark, message_id: imageId, image_id: imageId, timestamp: new Date().toISOString() }]),
        ...(audioId === undefined
          ? []
          : [{ ...remark, message_id: audioId, audio_id: audioId, timestamp: new Date().toISOString() }]),
      ];
    },
  };
}

/** Drops references to content that is missing, not visible to the reporter, or of another user. */
function subjectOf(
  { profile }: ReportedPerson,
  { messageId, groupId: roomId }: EvidenceQuestion,
  messages: readonly KeptMessage[],
  post: KeptPost | undefined,
): Subject {
  const message = messages.find((each) => each.message_id === messageId && each.sender === profile.username);
  const isRoom = groupId.safeParse(roomId).success;
  const kind: Report['kind'] = post ? 'post' : message ? 'message' : 'person';
  return {
    kind,
    message_id: message?.message_id ?? null,
    media_id: post?.media_id ?? null,
    group_id: message?.group_id ?? (isRoom && roomId !== undefined ? roomId : null),
  };
}
