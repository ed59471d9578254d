import { groupId } from '@adda/contract/kernel';
import type { Report } from '@adda/contract/moderation';
import { randomBytes } from 'node:crypto';
import type { Feed } from '../../feed/index.ts';
import type { EvidenceQuestion, Messages } from '../../messages/index.ts';
import type { FlaggedText } from '../../safety/index.ts';
import type { KeptMessage, KeptPost } from './evidence.types.ts';
import type { NewReport, ReportedPerson } from './reporting.repository.ts';

/** The features that provide evidence. */
export type EvidenceDeps = {
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
  youtube_url: null,
  is_deleted: false,
  is_private: false,
};

/** The reported content, as far as it exists and belongs to the reported user. */
type Subject = Pick<NewReport, 'kind' | 'message_id' | 'media_id' | 'group_id'>;

/** Creates the composer, which collects evidence and builds the report. */
export function createReportComposer({ messages, feed }: EvidenceDeps) {
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
      { commentId, imageId }: FlaggedText,
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
