import type { ErrorCode } from '@adda/contract';
import { isBlankText, MESSAGE_MAX_LENGTH } from '@adda/contract/messages';
import { appError } from '../../platform/errors.ts';
import type { Settling } from '../../platform/realtime/index.ts';
import type { Media, StoredImage } from '../media/index.ts';
import type { WordFilter } from '../safety/index.ts';
import type { MessageAppender } from './message-appender.service.ts';
import { clientMessageIdOf, messageIdOf } from './message-id.codec.ts';
import { createImageIntake, type Attachments } from './message-images.service.ts';
import type { AppendResult, Draft } from './messages.types.ts';

/** The fields of a sent message that rooms and private chats share. */
type SentMessage = {
  readonly content: string;
  readonly timestamp?: string | undefined;
  readonly clientMessageId?: string | undefined;
};

/** The context that is returned with each committed message, for its event and its confirmation. */
type SendContext = { readonly image: StoredImage | null };

/** A message that is ready to be stored, with its context. */
export type Prepared<Context> = { readonly draft: Draft; readonly context: Context };

/** The differences between sending in rooms and in private chats. */
export type SendRules<Sender, Message extends SentMessage, Context extends SendContext> = {
  /** Error for an image that is not an upload of the sender. */
  readonly imageRefusal: ErrorCode;
  /** Reads and checks the attachments; throws a refusal. */
  readonly readAttachments: (sender: Sender, message: Message) => Attachments;
  /**
   * Identifies the conversation in client ids that are derived from a message; does not change when users are renamed.
   */
  readonly targetOf: (sender: Sender) => string;
  /** Returns the seconds that the sender has to wait; 0 accepts the message. */
  readonly takeTurn: (sender: Sender) => Promise<number>;
  /**
   * Throws if the sender may not write; called before an image is fetched. The final decision is made when the message
   * is stored.
   */
  readonly authorize: (sender: Sender) => Promise<void>;
  /** Returns the id of the conversation, if it exists. */
  readonly findConversation: (sender: Sender) => Promise<number | undefined> | number;
  /** Returns the id of the conversation, which is created for the first message of a private chat. */
  readonly openConversation: (sender: Sender) => Promise<number> | number;
  readonly contextOf: (sender: Sender, message: Message) => Context;
  /**
   * Adds the recipients of a whisper. Returns undefined if they are no longer in the room and `repeat` has confirmed a
   * message that was stored before.
   */
  readonly address?: (
    sender: Sender,
    prepared: Prepared<Context>,
    options: { readonly hasAttachment: boolean; readonly repeat: () => Promise<boolean> },
  ) => Promise<Prepared<Context> | undefined>;
  /** Returns the id of the room for the report of listed words; not defined for private chats. */
  readonly groupIdOf?: (sender: Sender) => string;
  /** Throws the error for a message that was not stored. */
  readonly throwRefusal: (sender: Sender, status: RefusedStatus) => Promise<never>;
};

/** The reason why a message was not stored, apart from `suspended`. */
export type RefusedStatus = Exclude<AppendResult['status'], 'stored' | 'repeated' | 'suspended'>;

type Deps<Context> = {
  readonly appender: MessageAppender<Context>;
  readonly media: Pick<Media, 'findOwn' | 'importFromUrl' | 'markUsed'>;
  readonly wordFilter: Pick<WordFilter, 'check' | 'report'>;
};

/**
 * Creates the command that sends a message. It stores and publishes the message; the confirmation is sent with the
 * publication. A retry of a stored message is only confirmed again, even if it would be refused now. Throws
 * `message_empty`, `message_too_long`, `words_refused`, `sending_too_fast`, `image_url_failed`, `account_suspended`,
 * `message_not_sent` and the refusals of the rules. Messages without an image settle with their commit.
 */
export function createSending<
  Sender extends { readonly userId: number },
  Message extends SentMessage,
  Context extends SendContext,
>({ appender, media, wordFilter }: Deps<Context>, rules: SendRules<Sender, Message, Context>) {
  const takeImage = createImageIntake(media, rules.imageRefusal);

  function prepare(sender: Sender, message: Message, attachments: Attachments, conversationId: number) {
    const { imageId, imageUrl, youtubeUrl } = attachments;
    const clientMessageId = clientMessageIdOf({
      ...message,
      target: rules.targetOf(sender),
      attachments: youtubeUrl === undefined ? [imageId, imageUrl] : [imageId, imageUrl, youtubeUrl],
    });
    return {
      draft: {
        conversationId,
        senderId: sender.userId,
        clientMessageId,
        content: message.content,
        youtubeUrl: youtubeUrl ?? null,
      },
      context: rules.contextOf(sender, message),
    };
  }

  async function store(
    sender: Sender,
    { draft, context }: Prepared<Context>,
    flagged: readonly string[],
  ): Promise<void> {
    const result = await appender.append(draft, context);
    if (result.status === 'repeated') return;
    if (result.status === 'suspended') throw appError('account_suspended');
    if (result.status !== 'stored') return rules.throwRefusal(sender, result.status);
    const messageId = messageIdOf(draft.conversationId, result.sequence);
    const groupId = rules.groupIdOf?.(sender);
    wordFilter.report({
      userId: sender.userId,
      words: flagged,
      messageId,
      ...(groupId !== undefined && { groupId }),
    });
  }

  return async (sender: Sender, message: Message): Promise<Settling | void> => {
    const attachments = rules.readAttachments(sender, message);
    const hasImage = attachments.imageId !== null || attachments.imageUrl !== null;
    const hasAttachment = hasImage || (attachments.youtubeUrl ?? null) !== null;
    const refusal = refuseContent(message.content, hasAttachment);
    if (refusal) throw appError(refusal);
    /** Returns whether the message was stored before; then it has been confirmed again. */
    const repeat = async (): Promise<boolean> => {
      const conversationId = await rules.findConversation(sender);
      if (conversationId === undefined) return false;
      const { draft, context } = prepare(sender, message, attachments, conversationId);
      return (await appender.repeat(draft, context)) !== undefined;
    };
    const flagged = await checkContent(wordFilter, message.content, repeat);
    if (!flagged) return;
    const wait = await rules.takeTurn(sender);
    if ((wait > 0 || hasImage) && (await repeat())) return;
    if (wait > 0) throw appError('sending_too_fast', { retry_after: wait });
    if (hasImage) await rules.authorize(sender);
    const opened = rules.openConversation(sender);
    const conversationId = typeof opened === 'number' ? opened : await opened;
    const unaddressed = prepare(sender, message, attachments, conversationId);
    const prepared = rules.address
      ? await rules.address(sender, unaddressed, { hasAttachment, repeat })
      : unaddressed;
    if (!prepared) return;
    if (!hasImage) return { settled: store(sender, prepared, flagged) };
    const { draft, context } = prepared;
    const { clientMessageId } = draft;
    const owned = { ownerId: sender.userId, target: rules.targetOf(sender), clientMessageId };
    const image = await takeImage(owned, attachments);
    await store(
      sender,
      { draft: { ...draft, imageId: image?.id ?? null }, context: { ...context, image } },
      flagged,
    );
  };
}

/** Returns the error for a text that is blank without an attachment (GC-56) or too long. */
export function refuseContent(content: string, hasAttachment = false): ErrorCode | undefined {
  if (isBlankText(content) && !hasAttachment) return 'message_empty';
  return content.length > MESSAGE_MAX_LENGTH ? 'message_too_long' : undefined;
}

/**
 * Returns the listed words of a message, which are reported for review (SV-105). Returns undefined for a retry of a
 * message that was stored before its words were listed; `repeat` has confirmed it. Throws `words_refused`.
 */
async function checkContent(
  wordFilter: Pick<WordFilter, 'check'>,
  content: string,
  repeat: () => Promise<boolean>,
): Promise<readonly string[] | undefined> {
  try {
    return wordFilter.check(content);
  } catch (error) {
    if (await repeat()) return undefined;
    throw error;
  }
}
