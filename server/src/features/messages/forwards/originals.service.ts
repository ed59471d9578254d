import type { Queryable } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { ConversationKinds, Viewer } from '../conversation-kinds.service.ts';
import { messageRefOf } from '../message-id.codec.ts';
import { readMessage } from '../messages.repository.ts';
import type { MessageRef, SentFiles, StoredMessage } from '../messages.types.ts';
import { refuseContent } from '../send.service.ts';
import { findForwardFacts } from './forwards.repository.ts';
import type { ForwardContent } from './forwards.types.ts';

/** A message that the caller may forward. */
export type Original = ForwardContent & {
  readonly ref: MessageRef;
  readonly files: SentFiles;
  /** The first author, also of a message that was forwarded before. */
  readonly authorId: number;
  /** Its links get no card (FT-05). */
  readonly isBare: boolean;
};

/**
 * Returns a message that the viewer may forward. Throws `message_not_found`, `not_a_member` for a global administrator who
 * reads the room from outside (RX-01), or `cannot_forward`.
 */
export async function findOriginal(
  db: Queryable,
  kinds: ConversationKinds,
  viewer: Viewer,
  messageId: string,
): Promise<Original> {
  const ref = messageRefOf(messageId);
  const kind = ref && (await kinds.find(db, ref.conversationId));
  const conversation = kind && (await kind.findReadable(db, ref.conversationId, viewer));
  if (!conversation) throw appError('message_not_found');
  const { isPersonal, isMember } = conversation;
  const message = await readMessage(db, { ...ref, viewerId: viewer.userId, isPersonal });
  const facts = message && (await findForwardFacts(db, ref, viewer.userId));
  if (!facts || message.isDeleted || facts.isOfSuspended) throw appError('message_not_found');
  if (!isMember) throw appError('not_a_member');
  const { isNotice, isWhisper, isBare, authorId } = facts;
  if (isNotice || isWhisper || authorId === null) throw appError('cannot_forward');
  const { content, youtubeUrl } = message;
  const files = filesOf(message);
  const hasAttachment = files.image !== null || files.recording !== null || youtubeUrl !== null;
  // Nothing is left of a message without a text whose file was removed.
  if (refuseContent(content, hasAttachment) === 'message_empty') throw appError('cannot_forward');
  return { ref, content, youtubeUrl, files, authorId, isBare };
}

/** Returns the files of a message that are still stored. */
const filesOf = ({ image, audio }: StoredMessage): SentFiles => ({
  image: image?.size ? { id: image.id, ...image.size } : null,
  recording: audio?.recording ? { id: audio.id, ...audio.recording } : null,
});
