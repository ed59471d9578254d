import type { ErrorCode } from '@adda/contract';
import { isBlankText, MESSAGE_MAX_LENGTH } from '@adda/contract/messages';
import { appError } from '../../platform/errors.ts';
import type { Settling } from '../../platform/realtime/index.ts';
import type { Media } from '../media/index.ts';
import type { WordFilter } from '../safety/index.ts';
import type { MessageAppender } from './message-appender.service.ts';
import { clientMessageIdOf, messageIdOf, messageRefOf } from './message-id.codec.ts';
import { createImageIntake, type Attachments } from './message-images.service.ts';
import { NO_FILES } from './message-wire.codec.ts';
import type { AppendResult, Draft, Placed, RefusedStatus, SentFiles } from './messages.types.ts';

/** The fields of a sent message that rooms and private chats share. */
type SentMessage = {
  readonly content: string;
  readonly timestamp?: string | undefined;
  readonly clientMessageId?: string | undefined;
  /** Id of the message that is replied to. */
  readonly reply_to?: string | null | undefined;
  readonly no_preview?: boolean | null | undefined;
};

/** A message that is ready to be stored, with its context. */
export type Prepared<Context> = { readonly draft: Draft; readonly context: Context };

/** What the addressing of a message needs to know besides its draft. `repeat` confirms a message that was stored before. */
export type AddressOptions<Message> = {
  readonly message: Message;
  readonly hasAttachment: boolean;
  readonly repeat: () => Promise<boolean>;
};

/** The differences between sending in rooms and in private chats. */
export type SendRules<Sender, Message extends SentMessage, Context extends SentFiles> = {
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
   * Throws if the sender may not send files here; called before an image is fetched. The final decision is made when the
   * message is stored.
   */
  readonly authorize: (sender: Sender) => Promise<void>;
  /** Returns the id of the conversation, if it exists. */
  readonly findConversation: (sender: Sender) => Promise<number | undefined> | number;
  /** Returns the id of the conversation, which is created for the first message of a private chat, unless that is refused. */
  readonly openConversation: (sender: Sender, message: Message) => Promise<number> | number;
  readonly contextOf: (sender: Sender, message: Message) => Context;
  /**
   * Adds the recipients of a whisper or the mentions of a public message. Returns undefined if the recipients are no longer
   * in the room and `repeat` has confirmed a message that was stored before.
   */
  readonly address?: (
    sender: Sender,
    prepared: Prepared<Context>,
    options: AddressOptions<Message>,
  ) => Promise<Prepared<Context> | undefined>;
  /** Returns the id of the room for the report of listed words; not defined for private chats. */
  readonly groupIdOf?: (sender: Sender) => string;
  /** Throws the error for a message that was not stored. */
  readonly throwRefusal: (sender: Sender, status: RefusedStatus) => Promise<never>;
};

type Deps<Context> = {
  readonly appender: MessageAppender<Context>;
  readonly media: Pick<Media, 'findOwn' | 'importFromUrl' | 'markUsed' | 'findUnsentRecording'>;
  readonly wordFilter: Pick<WordFilter, 'check' | 'report'>;
};

/**
 * Creates the command that sends a message. It stores and publishes the message; the confirmation is sent with the
 * publication. A retry of a stored message is only confirmed again, even if it would be refused now. Throws
 * `message_empty`, `message_too_long`, `words_refused`, `sending_too_fast`, `image_url_failed`, `account_suspended`,
 * `message_not_sent`, `reply_not_found`, `audio_not_found`, `not_for_strangers` and the refusals of the rules. Messages
 * without an image or a recording settle with their commit.
 */
export function createSending<
  Sender extends { readonly userId: number },
  Message extends SentMessage,
  Context extends SentFiles,
>({ appender, media, wordFilter }: Deps<Context>, rules: SendRules<Sender, Message, Context>) {
  const takeFiles = createFileIntake(media, rules);

  const prepare = (sender: Sender, message: Message, attachments: Attachments, conversationId: number) => ({
    draft: {
      conversationId,
      senderId: sender.userId,
      clientMessageId: clientMessageIdOf({
        ...message,
        target: rules.targetOf(sender),
        attachments: namesOf(attachments),
      }),
      content: message.content,
      youtubeUrl: attachments.youtubeUrl ?? null,
      replyTo: replySequence(message.reply_to, conversationId),
      isBare: message.no_preview === true,
    },
    context: rules.contextOf(sender, message),
  });

  async function store(
    sender: Sender,
    { draft, context }: Prepared<Context>,
    flagged: readonly string[],
  ): Promise<void> {
    const result = await appender.append(draft, context);
    if (result.status === 'repeated') return;
    if (result.status !== 'stored')
      return throwSendRefusal(result.status, (status) => rules.throwRefusal(sender, status));
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
    const hasFile = hasImage || attachments.audioId !== null;
    const hasAttachment = hasFile || (attachments.youtubeUrl ?? null) !== null;
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
    if ((wait > 0 || hasFile) && (await repeat())) return;
    if (wait > 0) throw appError('sending_too_fast', { retry_after: wait });
    if (hasFile) await rules.authorize(sender);
    await requireConversation(message, () => rules.findConversation(sender));
    const opened = rules.openConversation(sender, message);
    const conversationId = typeof opened === 'number' ? opened : await opened;
    const drafted = prepare(sender, message, attachments, conversationId);
    const options = { message, hasAttachment, repeat };
    const prepared = rules.address ? await rules.address(sender, drafted, options) : drafted;
    if (!prepared) return;
    if (!hasFile) return { settled: store(sender, prepared, flagged) };
    const { draft, context } = prepared;
    const files = await takeFiles(sender, draft, attachments);
    const ids = { imageId: files.image?.id ?? null, audioId: files.recording?.id ?? null };
    await store(sender, { draft: { ...draft, ...ids }, context: { ...context, ...files } }, flagged);
  };
}

/** The reasons of refusals that rooms and private chats share, with their errors. */
const SHARED_REFUSALS = {
  suspended: 'account_suspended',
  reply_not_found: 'reply_not_found',
  audio_not_found: 'audio_not_found',
  stranger: 'not_for_strangers',
  request_too_long: 'request_too_long',
  awaiting_answer: 'awaiting_answer',
} as const satisfies Partial<Record<AppendResult['status'], ErrorCode>>;

type RefusalResult = Exclude<AppendResult, Placed>['status'];

const isShared = (status: RefusalResult): status is keyof typeof SHARED_REFUSALS => status in SHARED_REFUSALS;

/** Throws the error of a message that was not stored; `throwOther` does so for a reason that only its conversation has. */
export async function throwSendRefusal(
  status: RefusalResult,
  throwOther: (status: RefusedStatus) => Promise<never>,
): Promise<never> {
  if (isShared(status)) throw appError(SHARED_REFUSALS[status]);
  return throwOther(status);
}

/** The error for a member who has a timeout (GR-03). */
export const timedOut = (until: Date) => appError('timed_out', { until: until.toISOString() });

/** Returns the attachments as parts of a derived client id; those of older kinds always stand in it. */
const namesOf = ({ imageId, imageUrl, youtubeUrl, audioId }: Attachments): (string | null)[] => [
  imageId,
  imageUrl,
  ...(youtubeUrl === undefined ? [] : [youtubeUrl]),
  ...(audioId === null ? [] : [audioId]),
];

/** Returns a function that returns the files of a message and throws the refusals of its attachments. */
function createFileIntake<Sender extends { readonly userId: number }>(
  media: Deps<unknown>['media'],
  {
    imageRefusal,
    targetOf,
  }: { readonly imageRefusal: ErrorCode; readonly targetOf: (sender: Sender) => string },
) {
  const takeImage = createImageIntake(media, imageRefusal);
  return async (sender: Sender, { clientMessageId }: Draft, attachments: Attachments): Promise<SentFiles> => {
    const { audioId } = attachments;
    if (audioId !== null) {
      const recording = await media.findUnsentRecording(sender.userId, audioId);
      if (!recording) throw appError('audio_not_found');
      return { ...NO_FILES, recording };
    }
    const owned = { ownerId: sender.userId, target: targetOf(sender), clientMessageId };
    return { ...NO_FILES, image: await takeImage(owned, attachments) };
  };
}

const isReply = ({ reply_to: replied }: SentMessage): boolean => replied !== null && replied !== undefined;

/**
 * Throws if a reply is sent to a chat that does not exist yet, where there is no message to reply to. Otherwise the refused
 * message would create the chat.
 */
async function requireConversation(
  message: SentMessage,
  find: () => Promise<number | undefined> | number,
): Promise<void> {
  if (isReply(message) && (await find()) === undefined) throw appError('reply_not_found');
}

/** No message has this sequence. */
const NOWHERE = 0;

/**
 * Returns the sequence of the message that is replied to; null for no reply. An id that names no message of the
 * conversation is refused when the reply is stored, unless the reply was stored before (RY-01, R-03).
 */
function replySequence(messageId: string | null | undefined, conversationId: number): number | null {
  if (messageId === null || messageId === undefined) return null;
  const ref = messageRefOf(messageId);
  return ref?.conversationId === conversationId ? ref.sequence : NOWHERE;
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
