import { EVIDENCE_MESSAGES } from '@adda/contract/moderation';
import type { Database } from '../../../platform/database/index.ts';
import { messageIdOf, messageRefOf, type MessageRef } from '../../messages/index.ts';
import { findConversation, findPairOf } from './pairs.repository.ts';
import { readEvidence, type EvidenceRow } from './private-evidence.repository.ts';

/** A private message at the time of a report; a deleted one with its text. */
export type PrivateEvidence = {
  readonly message_id: string;
  /** In no room. */
  readonly group_id: null;
  readonly group_name: null;
  readonly sender: string;
  readonly content: string;
  readonly image_id: string | null;
  readonly youtube_url: null;
  readonly timestamp: string;
  readonly is_deleted: boolean;
  readonly is_private: true;
};

/** What a report is about. */
export type PrivateEvidenceQuestion = {
  readonly reporterId: number;
  readonly reportedId: number;
  /** The message that was reported, if it was one. */
  readonly messageId?: string | undefined;
  readonly groupId?: string | undefined;
  /** Nothing but the message that is named, if the reported person said it, to whomever. */
  readonly isAlone?: boolean;
};

/** Messages that come after the reported one and are kept with it. */
const AFTER = 4;

/**
 * Collects what the reporter and the reported person said to each other, oldest first (SV-47): around the message that
 * is named, or the last ones where nothing is. What was deleted, hidden or cleared is still there, and a block changes
 * nothing. No other private conversation ever gets into a report, not even another one of the reporter.
 */
export function createPrivateEvidence({ db }: Database) {
  async function alone(
    { conversationId, sequence }: MessageRef,
    senderId: number,
  ): Promise<PrivateEvidence[]> {
    if (!(await findPairOf(db, senderId, conversationId))) return [];
    const found = await readEvidence(db, { conversationId, upTo: sequence, limit: 1 });
    return found
      .filter((message) => message.sequence === sequence && message.sender_id === senderId)
      .map((message) => evidenceOf(conversationId, message));
  }

  return async (question: PrivateEvidenceQuestion): Promise<PrivateEvidence[]> => {
    const { reporterId, reportedId, messageId, groupId, isAlone = false } = question;
    const place = messageId === undefined ? undefined : messageRefOf(messageId);
    if (isAlone) return place ? alone(place, reportedId) : [];
    const conversationId = await findConversation(db, reporterId, reportedId);
    if (conversationId === undefined) return [];
    const isElsewhere = place ? place.conversationId !== conversationId : groupId !== undefined;
    if (isElsewhere) return [];
    const upTo = place && place.sequence + AFTER;
    const found = await readEvidence(db, { conversationId, upTo, limit: EVIDENCE_MESSAGES });
    return found.map((message) => evidenceOf(conversationId, message));
  };
}

function evidenceOf(conversationId: number, message: EvidenceRow): PrivateEvidence {
  return {
    message_id: messageIdOf(conversationId, message.sequence),
    group_id: null,
    group_name: null,
    sender: message.sender,
    content: message.content,
    image_id: message.image_id,
    youtube_url: null,
    timestamp: message.created_at.toISOString(),
    is_deleted: message.is_deleted,
    is_private: true,
  };
}
