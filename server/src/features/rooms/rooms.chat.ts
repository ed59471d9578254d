import { readWhisper, type SendGroupMessage } from '@adda/contract/rooms';
import type { Database } from '../../platform/database/index.ts';
import { appError } from '../../platform/errors.ts';
import type { Draft, Lane } from '../messages/index.ts';
import { clientMessageIdOf } from '../messages/index.ts';
import { findMembersByName } from './room-members.repository.ts';
import type { RoomEvents } from './rooms.events.ts';
import { refuseContent } from './rooms.policy.ts';
import type { SendThrottle } from './rooms.throttle.ts';
import type { MessageContext, Speaker } from './rooms.types.ts';
import { matchRecipients } from './rooms.whispers.ts';

type Deps = {
  readonly database: Database;
  readonly lane: Lane<MessageContext>;
  readonly events: Pick<RoomEvents, 'notice'>;
  /** Undefined when limits are off. */
  readonly throttle: SendThrottle | undefined;
};

type Prepared = { readonly draft: Draft; readonly context: MessageContext };

/** Saying something in a room. */
export type RoomChat = {
  /**
   * Stores and publishes a message, public or private; the confirmation leaves with its publication. Throws
   * `message_empty`, `message_too_long`, `sending_too_fast`, `not_a_member`, `whisper_to_nobody`
   * or `message_not_sent`; of a message that was stored before, only the confirmation is sent again.
   */
  readonly send: (speaker: Speaker, message: SendGroupMessage) => Promise<void>;
};

/** The use case of sending in rooms. Whether the speaker is a member is decided where the message is stored. */
export function createRoomChat({ database, lane, events, throttle }: Deps): RoomChat {
  /**
   * Finds the recipients of a private message; refuses one that names somebody who is not here. Undefined when
   * that is only so by now: then the message was sent before, and is confirmed.
   */
  async function addressed({ draft, context }: Prepared, speaker: Speaker): Promise<Prepared | undefined> {
    const whisper = readWhisper(draft.content);
    if (!whisper) return { draft, context };
    if (whisper.words === '') throw appError('message_empty');
    const members = await findMembersByName(database.db, draft.conversationId, whisper.names);
    const { recipients, unknown } = matchRecipients(whisper.names, members);
    if (unknown !== undefined) {
      if (await lane.repeat(draft, context)) return undefined;
      const failure = appError('whisper_to_nobody', { name: unknown });
      events.notice(speaker, failure.detail);
      throw failure;
    }
    return {
      draft: { ...draft, recipientIds: recipients.map((member) => member.id) },
      context: { ...context, recipients: recipients.map((member) => member.username) },
    };
  }

  return {
    send: async (speaker, message) => {
      if (message.group_id !== speaker.groupId) throw appError('invalid_group_id');
      const refusal = refuseContent(message.content);
      if (refusal) throw appError(refusal);
      const prepared = prepare(speaker, message);
      const wait = throttle ? await throttle(speaker.userId, speaker.groupId) : 0;
      if (wait > 0) {
        if (await lane.repeat(prepared.draft, prepared.context)) return;
        throw appError('sending_too_fast', { retry_after: wait });
      }
      const addressee = await addressed(prepared, speaker);
      if (!addressee) return;
      const { status } = await lane.append(addressee.draft, addressee.context);
      if (status === 'not_a_member') throw appError('not_a_member');
      if (status === 'no_conversation') throw appError('group_not_found', { id: speaker.groupId });
    },
  };
}

function prepare(speaker: Speaker, message: SendGroupMessage): Prepared {
  return {
    draft: {
      conversationId: speaker.conversationId,
      senderId: speaker.userId,
      clientMessageId: clientMessageIdOf({ ...message, target: speaker.groupId }),
      content: message.content,
    },
    context: {
      groupId: speaker.groupId,
      sender: speaker.username,
      connectionId: speaker.connectionId,
      recipients: [],
    },
  };
}
