import { randomBytes } from 'node:crypto';
import { REPORT_REASON_MIN, type ReportInput, type Report } from '@adda/contract/moderation';
import { groupId } from '@adda/contract/kernel';
import type { Database, Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/handler.ts';
import type { Relations } from '../../relations/index.ts';
import type { FlaggedText } from '../../safety/index.ts';
import type { Feed } from '../../feed/index.ts';
import type { EvidenceQuestion, Messages } from '../../messages/index.ts';
import type { EvidenceCopies } from './evidence.service.ts';
import {
  findPerson,
  findPersonById,
  saveReport,
  type NewReport,
  type ReportedPerson,
} from './reports.repository.ts';
import type { KeptMessage, KeptPost } from './evidence.policy.ts';

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
      given: Pick<NewReport, 'reporterId' | 'reason'>,
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
