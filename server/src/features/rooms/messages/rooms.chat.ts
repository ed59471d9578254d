import { USERNAME_MAX } from '@adda/contract/accounts';
import { readWhisper, type SendGroupMessage } from '@adda/contract/rooms';
import type { Database } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { Settling } from '../../../platform/realtime/index.ts';
import type { Draft, MessageAppender } from '../../messages/index.ts';
import {
  clientMessageIdOf,
  createImageIntake,
  judgeContent,
  members,
  messageIdOf,
  refuseContent,
} from '../../messages/index.ts';
import type { WordFilter } from '../../safety/index.ts';
import { findMembersByName } from '../members/room-members.repository.ts';
import { hasAttachment, readAttachments } from './rooms.attachments.ts';
import type { Attachments } from './rooms.attachments.ts';
import type { RoomEvents } from '../rooms.events.ts';
import type { SendThrottle } from './rooms.throttle.ts';
import type { MessageContext, RoomMedia, Speaker } from '../rooms.types.ts';
import { matchRecipients } from './rooms.whispers.ts';

type Deps = {
  readonly database: Database;
  readonly appender: MessageAppender<MessageContext>;
  readonly events: Pick<RoomEvents, 'notice'>;
  readonly media: RoomMedia;
  readonly wordFilter: Pick<WordFilter, 'judge' | 'raise'>;
  /** Undefined when limits are off. */
  readonly throttle: SendThrottle | undefined;
};

type Prepared = { readonly draft: Draft; readonly context: MessageContext };

/** Saying something in a room. */
export type RoomChat = {
  /**
   * Stores and publishes a message, public or private, with its image or video; the confirmation leaves with its
   * publication. Throws `message_empty`, `message_too_long`, `words_refused`, `invalid_image_url`,
   * `invalid_youtube_url`, `sending_too_fast`, `not_a_member`, `whisper_to_nobody`, `image_url_failed`, `account_suspended` or `message_not_sent`; of a message
   * that was stored before, only the confirmation is sent again. WordFilter alone settle with their commit; what is wrong
   * with that is thrown there.
   */
  readonly send: (speaker: Speaker, message: SendGroupMessage) => Promise<Settling | void>;
};

/** The use case of sending in rooms. Whether the speaker is a member is decided where the message is stored. */
export function createRoomChat({ database, appender, events, media, wordFilter, throttle }: Deps): RoomChat {
  const takeImage = createImageIntake(media, 'invalid_image_url');

  /**
   * Finds the recipients of a private message; refuses one that names somebody who is not here. Undefined when
   * that is only so by now: then the message was sent before, and is confirmed.
   */
  async function addressed(
    { draft, context }: Prepared,
    speaker: Speaker,
    isAttached: boolean,
  ): Promise<Prepared | undefined> {
    const whisper = readWhisper(draft.content, isAttached);
    if (!whisper) return { draft, context };
    if (whisper.words === '' && !isAttached) throw appError('message_empty');
    const place = { conversationId: draft.conversationId, viewerId: speaker.userId };
    const meant = await findMembersByName(database.db, place, whisper.names);
    const { recipients, unknown } = matchRecipients(whisper.names, meant);
    if (unknown !== undefined) {
      if (await appender.repeat(draft, context)) return undefined;
      const failure = appError('whisper_to_nobody', { name: shortened(unknown) });
      events.notice(speaker, failure.detail);
      throw failure;
    }
    if (recipients.some((member) => member.is_blocked)) {
      if (await appender.repeat(draft, context)) return undefined;
      throw appError('blocked_by_user');
    }
    return {
      draft: { ...draft, recipientIds: recipients.map((member) => member.id) },
      context: { ...context, recipients: recipients.map((member) => member.username) },
    };
  }

  /** Checks the sender first, so that no image is fetched for a message that would be refused. */
  async function refuseOutsider({ conversationId, userId }: Speaker): Promise<void> {
    if (!(await members.isMember(database.db, conversationId, userId))) throw appError('not_a_member');
  }

  async function store(
    speaker: Speaker,
    { draft, context }: Prepared,
    flagged: readonly string[],
  ): Promise<void> {
    const result = await appender.append(draft, context);
    const { status } = result;
    if (status === 'stored') {
      const messageId = messageIdOf(draft.conversationId, result.sequence);
      wordFilter.raise({ userId: speaker.userId, words: flagged, messageId, groupId: speaker.groupId });
    }
    if (status === 'not_a_member') throw appError('not_a_member');
    if (status === 'no_conversation') throw appError('group_not_found', { id: context.groupId });
    if (status === 'blocked') throw appError('blocked_by_user');
    if (status === 'suspended') throw appError('account_suspended');
  }

  return {
    send: async (speaker, message) => {
      if (message.group_id !== speaker.groupId) throw appError('invalid_group_id');
      const attachments = readAttachments(message);
      const isAttached = hasAttachment(attachments);
      const hasImage = attachments.imageId !== null || attachments.imageUrl !== null;
      const refusal = refuseContent(message.content, isAttached);
      if (refusal) throw appError(refusal);
      const prepared = prepare(speaker, message, attachments);
      const repeat = async () => (await appender.repeat(prepared.draft, prepared.context)) !== undefined;
      const flagged = await judgeContent(wordFilter, message.content, repeat);
      if (!flagged) return;
      const wait = throttle ? await throttle(speaker.userId, speaker.groupId) : 0;
      if ((wait > 0 || hasImage) && (await repeat())) return;
      if (wait > 0) throw appError('sending_too_fast', { retry_after: wait });
      if (hasImage) await refuseOutsider(speaker);
      const addressee = await addressed(prepared, speaker, isAttached);
      if (!addressee) return;
      const { draft, context } = addressee;
      if (!hasImage) return { settled: store(speaker, addressee, flagged) };
      const { clientMessageId } = draft;
      const owned = { ownerId: speaker.userId, target: speaker.groupId, clientMessageId };
      const image = await takeImage(owned, attachments);
      const withImage = { draft: { ...draft, imageId: image?.id ?? null }, context: { ...context, image } };
      await store(speaker, withImage, flagged);
    },
  };
}

/** A name as it is said back: no longer than a name can be. */
const shortened = (name: string): string =>
  name.length > USERNAME_MAX ? `${name.slice(0, USERNAME_MAX)}…` : name;

function prepare(speaker: Speaker, message: SendGroupMessage, attachments: Attachments): Prepared {
  const { imageId, imageUrl, youtubeUrl } = attachments;
  return {
    draft: {
      conversationId: speaker.conversationId,
      senderId: speaker.userId,
      clientMessageId: clientMessageIdOf({
        ...message,
        target: speaker.groupId,
        attachments: [imageId, imageUrl, youtubeUrl],
      }),
      content: message.content,
      youtubeUrl,
    },
    context: {
      groupId: speaker.groupId,
      sender: speaker.username,
      connectionId: speaker.connectionId,
      recipients: [],
      image: null,
    },
  };
}
