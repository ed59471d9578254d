import { EVIDENCE_MESSAGES, THREAT_EVIDENCE_MESSAGES } from '@adda/contract/moderation';
import type { Database } from '../../platform/database/index.ts';
import type { ConversationKind, EvidenceQuestion } from './conversation-kinds.service.ts';
import { readEvidence, type Evidence } from './evidence.repository.ts';
import { messageRefOf } from './message-id.codec.ts';

/** Number of messages after the reported one that are kept with it. */
const MESSAGES_AFTER = 4;

const byTime = (one: Evidence, other: Evidence): number => one.timestamp.localeCompare(other.timestamp);

/**
 * Creates the query that collects messages for reports (SV-47): those around the reported message, otherwise the newest
 * of the conversations that each kind names. Deleted, hidden and cleared messages are included, and a block changes
 * nothing; whispers between other users are never included. A threat also has the newest
 * `THREAT_EVIDENCE_MESSAGES` of the private conversation (MR-05).
 */
export function createEvidence(
  { db }: Database,
  kinds: () => Iterable<Pick<ConversationKind, 'findEvidence'>>,
) {
  /** Returns the reported message if the reported user sent it, to all members or as a whisper. */
  async function readAlone({ reportedId, messageId = '' }: EvidenceQuestion): Promise<Evidence[]> {
    const ref = messageRefOf(messageId);
    if (!ref) return [];
    const { conversationId, sequence: upTo } = ref;
    const source = { conversationId, senderId: reportedId };
    const found = await readEvidence(db, source, { readerId: reportedId, upTo, limit: 1 });
    return found.filter((message) => message.message_id === messageId);
  }

  /** Returns the evidence, oldest first; empty if the named message or room does not exist. */
  return async (question: EvidenceQuestion): Promise<Evidence[]> => {
    if (question.isAlone) return readAlone(question);
    const ref = question.messageId === undefined ? undefined : messageRefOf(question.messageId);
    const range = {
      readerId: question.reporterId,
      upTo: ref && ref.sequence + MESSAGES_AFTER,
      limit: EVIDENCE_MESSAGES,
    };
    const sources = await Promise.all([...kinds()].map((kind) => kind.findEvidence(db, question)));
    const read = async (isWhole: boolean, each: typeof range) => {
      const asked = sources.flat().filter((source) => (source.isWhole ?? false) === isWhole);
      const found = await Promise.all(asked.map((source) => readEvidence(db, source, each)));
      return found.flat().toSorted(byTime);
    };
    const [around, whole] = await Promise.all([
      read(false, range),
      read(true, { ...range, upTo: undefined, limit: THREAT_EVIDENCE_MESSAGES }),
    ]);
    const kept = [...whole, ...around.slice(-EVIDENCE_MESSAGES)];
    return [...new Map(kept.map((message) => [message.message_id, message])).values()].toSorted(byTime);
  };
}
