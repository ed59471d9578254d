import { isPrivateImageUrl, PRIVATE_SENDS, type SendPrivateMessage } from '@adda/contract/direct';
import type { Database } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { RateLimiter } from '../../../platform/limits/rate-limiter.ts';
import type { Settling } from '../../../platform/realtime/index.ts';
import type { Draft, MessageAppender } from '../../messages/index.ts';
import {
  clientMessageIdOf,
  createImageIntake,
  judgeContent,
  messageIdOf,
  readImage,
  refuseContent,
} from '../../messages/index.ts';
import type { ImageGiven } from '../../messages/index.ts';
import type { WordFilter } from '../../safety/index.ts';
import type { PrivateContext, PrivateMedia, Writer } from '../direct.types.ts';
import { findPairById } from './pairs.repository.ts';
import { refuseWriting, type Pairs } from './pairs.ts';

type Deps = {
  readonly database: Database;
  readonly appender: MessageAppender<PrivateContext>;
  readonly pairs: Pairs;
  readonly media: PrivateMedia;
  readonly wordFilter: Pick<WordFilter, 'judge' | 'raise'>;
  /** Undefined when limits are off. */
  readonly limiter: RateLimiter | undefined;
};

type Prepared = { readonly draft: Draft; readonly context: PrivateContext };

const IMAGE_RULE = { isAllowedUrl: isPrivateImageUrl, refusal: 'invalid_private_image_url' } as const;

/** Saying something in a private chat. */
export type PrivateChat = {
  /**
   * Stores and publishes a message; the confirmation leaves with its publication. Throws `message_empty`,
   * `message_too_long`, `words_refused`, `invalid_private_image_url`, `image_url_failed`, `sending_too_fast`,
   * `first_contacts_used_up`, `user_not_found`, `blocked_by_user`, `recipient_unavailable`, `account_suspended` or `message_not_sent`; of a message that was stored before, only the
   * confirmation is sent again. WordFilter alone settle with their commit; what is wrong with that is thrown there.
   */
  readonly send: (writer: Writer, message: SendPrivateMessage) => Promise<Settling | void>;
};

/** The use case of sending in private chats. Whether the two may talk is decided where the message is stored. */
export function createPrivateChat({
  database,
  appender,
  pairs,
  media,
  wordFilter,
  limiter,
}: Deps): PrivateChat {
  const takeImage = createImageIntake(media, IMAGE_RULE.refusal);

  /** Checks the sender first, so that a message that would be refused fetches no image and opens no conversation. */
  async function refuse({ userId, peer }: Writer): Promise<void> {
    refuseWriting(await findPairById(database.db, userId, peer.userId));
  }

  /** Whether the message was stored before; then it has been confirmed again. */
  async function isRepeated(writer: Writer, prepare: (conversationId: number) => Prepared): Promise<boolean> {
    const conversationId = await pairs.find(writer.userId, writer.peer.userId);
    if (conversationId === undefined) return false;
    const { draft, context } = prepare(conversationId);
    return (await appender.repeat(draft, context)) !== undefined;
  }

  async function store(
    writer: Writer,
    { draft, context }: Prepared,
    flagged: readonly string[],
  ): Promise<void> {
    const result = await appender.append(draft, context);
    const { status } = result;
    if (status === 'stored') {
      const messageId = messageIdOf(draft.conversationId, result.sequence);
      wordFilter.raise({ userId: writer.userId, words: flagged, messageId });
    }
    if (status === 'stored' || status === 'repeated') return;
    if (status === 'blocked') throw appError('blocked_by_user');
    if (status === 'suspended') throw appError('account_suspended');
    // The other person takes no messages, or one of the two is gone.
    await refuse(writer);
    throw appError(status === 'unavailable' ? 'recipient_unavailable' : 'user_not_found');
  }

  return {
    send: async (writer, message) => {
      const image = readImage(message, IMAGE_RULE);
      const hasImage = image.imageId !== null || image.imageUrl !== null;
      const refusal = refuseContent(message.content, hasImage);
      if (refusal) throw appError(refusal);
      const prepare = (conversationId: number) => prepared(conversationId, writer, message, image);
      const flagged = await judgeContent(wordFilter, message.content, () => isRepeated(writer, prepare));
      if (!flagged) return;
      const wait = limiter ? await limiter.take('private_message', String(writer.userId), PRIVATE_SENDS) : 0;
      if ((wait > 0 || hasImage) && (await isRepeated(writer, prepare))) return;
      if (wait > 0) throw appError('sending_too_fast', { retry_after: wait });
      if (hasImage) await refuse(writer);
      const { userId, peer } = writer;
      const conversationId = pairs.known(userId, peer.userId) ?? (await pairs.open(userId, peer.userId));
      const { draft, context } = prepare(conversationId);
      if (!hasImage) return { settled: store(writer, { draft, context }, flagged) };
      const { clientMessageId } = draft;
      const owned = { ownerId: writer.userId, target: targetOf(writer), clientMessageId };
      const kept = await takeImage(owned, image);
      const withImage = {
        draft: { ...draft, imageId: kept?.id ?? null },
        context: { ...context, image: kept },
      };
      await store(writer, withImage, flagged);
    },
  };
}

/** Stands for the pair in ids that are derived from a message; a new name changes nothing about it. */
const targetOf = ({ peer }: Writer): string => `direct ${peer.userId}`;

function prepared(
  conversationId: number,
  writer: Writer,
  message: SendPrivateMessage,
  { imageId, imageUrl }: ImageGiven,
): Prepared {
  const clientMessageId =
    message.clientMessageId ??
    clientMessageIdOf({ ...message, target: targetOf(writer), attachments: [imageId, imageUrl] });
  return {
    draft: { conversationId, senderId: writer.userId, clientMessageId, content: message.content },
    context: { ...writer, clientTimestamp: message.timestamp ?? null, image: null },
  };
}
