import { EVIDENCE_MESSAGES } from '@adda/contract/moderation';
import type { Database } from '../../../platform/database/index.ts';
import { messageIdOf, messageRefOf, type MessageRef } from '../../messages/index.ts';
import { findConversation, mayRead, readEvidence, sharedConversations } from './room-evidence.repository.ts';
import type { Evidence } from './room-evidence.repository.ts';

export type { Evidence } from './room-evidence.repository.ts';

/** What a report is about. */
export type EvidenceQuestion = {
  readonly reporterId: number;
  readonly reportedId: number;
  /** The message that was reported, if it was one. */
  readonly messageId?: string | undefined;
  readonly groupId?: string | undefined;
  /** Nothing but the message that is named, if the reported person said it. */
  readonly isAlone?: boolean;
};

/** Messages that come after the reported one and are kept with it. */
const AFTER = 4;

/** Rooms of the two that are looked through when a report names none. */
const ROOMS = 5;

/**
 * Collects what was said (SV-47): the messages around the reported one; otherwise the room's last ones; otherwise the
 * last ones of the reported person where the two meet. Who may read the room gets everybody's words into it, so that
 * what was answered is there; who may not, those of the reported person alone. No whisper between others ever
 * gets into a report. A report that names nothing that exists has no evidence.
 */
export function createEvidence({ db }: Database) {
  const limit = EVIDENCE_MESSAGES;

  async function around(question: EvidenceQuestion, conversationId: number, upTo?: number) {
    const { reporterId: readerId, reportedId } = question;
    const senderId = (await mayRead(db, conversationId, readerId)) ? undefined : reportedId;
    return readEvidence(db, { conversationId, readerId, senderId, upTo, limit });
  }

  async function alone({ conversationId, sequence }: MessageRef, senderId: number): Promise<Evidence[]> {
    const upTo = sequence;
    const found = await readEvidence(db, { conversationId, readerId: senderId, senderId, upTo, limit: 1 });
    return found.filter((message) => message.message_id === messageIdOf(conversationId, sequence));
  }

  return async (question: EvidenceQuestion): Promise<Evidence[]> => {
    const { reporterId: readerId, reportedId: senderId, messageId, groupId } = question;
    const place = messageId === undefined ? undefined : messageRefOf(messageId);
    if (question.isAlone) return place ? alone(place, senderId) : [];
    if (place) return around(question, place.conversationId, place.sequence + AFTER);
    const conversationId = groupId === undefined ? undefined : await findConversation(db, groupId);
    if (conversationId !== undefined) return around(question, conversationId);
    const shared = await sharedConversations(db, [readerId, senderId], ROOMS);
    const found = await Promise.all(
      shared.map((each) => readEvidence(db, { conversationId: each, readerId, senderId, limit })),
    );
    return found
      .flat()
      .toSorted((one, other) => one.timestamp.localeCompare(other.timestamp))
      .slice(-limit);
  };
}
