import { isPrivateImageUrl, PRIVATE_SENDS, type SendPrivateMessage } from '@adda/contract/direct';
import type { Database } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { RateLimiter } from '../../../platform/limits/rate-limiter.ts';
import {
  createSending,
  NO_FILES,
  readAudio,
  readImage,
  type MessageAppender,
  type RefusedStatus,
  type SendRules,
} from '../../messages/index.ts';
import type { WordFilter } from '../../safety/index.ts';
import type { PrivateContext, PrivateMedia, Writer } from '../direct.types.ts';
import { findPairById } from './pairs.repository.ts';
import { refuseFiles, refuseStranger, refuseWriting, type Pairs } from './pairs.service.ts';

type Deps = {
  readonly database: Database;
  readonly appender: MessageAppender<PrivateContext>;
  readonly pairs: Pairs;
  readonly media: PrivateMedia;
  readonly wordFilter: Pick<WordFilter, 'check' | 'report'>;
  /** Undefined when limits are off. */
  readonly limiter: RateLimiter | undefined;
};

const IMAGE_RULE = { isAllowedUrl: isPrivateImageUrl, refusal: 'invalid_private_image_url' } as const;

/** Sends a message in a private chat. */
export type SendPrivately = ReturnType<typeof createPrivateSending>;

/**
 * Creates the command. In addition to the errors of every conversation it throws `invalid_private_image_url`,
 * `first_contacts_used_up`, `user_not_found`, `blocked_by_user` and `recipient_unavailable`. Whether the two may write
 * to each other is decided when the message is stored.
 */
export function createPrivateSending({ database, appender, pairs, media, wordFilter, limiter }: Deps) {
  async function authorize({ userId, peer }: Writer): Promise<void> {
    refuseWriting(await findPairById(database.db, userId, peer.userId));
  }

  async function authorizeFile({ userId, peer }: Writer): Promise<void> {
    refuseFiles(await findPairById(database.db, userId, peer.userId));
  }

  /** Opens the chat; a first message that would be refused opens none. */
  async function open({ userId, peer }: Writer, { content }: SendPrivateMessage): Promise<number> {
    const pair = await findPairById(database.db, userId, peer.userId);
    if (pair && pair.conversationId === undefined) refuseStranger(pair, { content, hasMore: false });
    return pairs.open(userId, peer.userId);
  }

  const rules: SendRules<Writer, SendPrivateMessage, PrivateContext> = {
    imageRefusal: IMAGE_RULE.refusal,
    readAttachments: (_writer, message) => {
      const image = readImage(message, IMAGE_RULE);
      return { ...image, audioId: readAudio(message, [image.imageId, image.imageUrl]) };
    },
    targetOf: ({ peer }) => `direct ${peer.userId}`,
    takeTurn: ({ userId }) => takePrivateTurn(limiter, userId),
    authorize: authorizeFile,
    findConversation: ({ userId, peer }) => pairs.find(userId, peer.userId),
    openConversation: (writer, message) =>
      pairs.known(writer.userId, writer.peer.userId) ?? open(writer, message),
    contextOf: (writer, message) => ({
      ...writer,
      clientTimestamp: message.timestamp ?? null,
      ...NO_FILES,
    }),
    throwRefusal: (writer, status) => throwPrivateRefusal(status, () => authorize(writer)),
  };
  return createSending({ appender, media, wordFilter }, rules);
}

/** Returns the seconds that a user has to wait before the next private message; 0 accepts this one. */
export const takePrivateTurn = async (limiter: RateLimiter | undefined, userId: number): Promise<number> =>
  limiter ? limiter.take('private_message', String(userId), PRIVATE_SENDS) : 0;

/** Throws the error for a private message that was not stored. `authorize` throws if the two may not write to each other. */
export async function throwPrivateRefusal(
  status: RefusedStatus,
  authorize: () => Promise<void>,
): Promise<never> {
  if (status === 'blocked') throw appError('blocked_by_user');
  // The peer takes no messages, or one of the two accounts no longer exists.
  await authorize();
  throw appError(status === 'unavailable' ? 'recipient_unavailable' : 'user_not_found');
}
