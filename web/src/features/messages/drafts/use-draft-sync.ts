import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { ApiError } from '../../../platform/api-error.ts';
import type { ChatSession } from '../chat/chat-session.ts';
import type { ReplyTarget } from '../composer/attachments.ts';
import { replyTargetOf } from '../composer/composer-bars.tsx';
import type { DraftState } from '../composer/use-draft.ts';
import type { ChatMessage, Conversation } from '../history/conversation.ts';
import { draftSyncOf, type DraftContent } from './draft-sync.ts';
import { draftsQuery } from './drafts.queries.ts';

/**
 * The quote of a message that is gone or cannot be read now. The draft stays a reply: without it, what was meant for the
 * recipients of a whisper would be for all. The server refuses to send it, or sends it to the right users.
 */
const unknownQuote = (messageId: string, isDeleted: boolean): ReplyTarget => ({
  quote: {
    message_id: messageId,
    sequence: 0,
    sender: null,
    excerpt: '',
    has_image: false,
    has_voice: false,
    has_video: false,
    is_deleted: isDeleted,
  },
});

/** Reads the message that a draft replies to. */
async function readQuote(conversation: Conversation, id: string, account: string): Promise<ReplyTarget> {
  try {
    const message = await conversation.readMessage(id);
    return message.is_deleted ? unknownQuote(id, true) : replyTargetOf(message, account);
  } catch (error) {
    return unknownQuote(id, error instanceof ApiError && error.status === 404);
  }
}

type Input = {
  readonly account: string;
  readonly conversation: Conversation;
  readonly session: ChatSession | undefined;
  readonly draftState: DraftState;
  /** Returns a message that the chat has loaded. */
  readonly findHeld: (messageId: string) => ChatMessage | undefined;
};

/** Keeps the draft of the input the same on all devices of the user (FT-04). */
export function useDraftSync({ account, conversation, session, draftState, findHeld }: Input): void {
  const client = useQueryClient();
  const { draft, setDraft } = draftState;
  const sync = draftSyncOf(client, account, conversation);
  const { data } = useQuery(draftsQuery);
  const held = data?.byConversation[conversation.id];
  const isKnown = held !== undefined || data?.isComplete === true;

  const show = useEffectEvent((content: DraftContent) => {
    const put = (replyTo: ReplyTarget | undefined) =>
      setDraft((now) =>
        now === draft ? { text: content.text, attachments: now.attachments, replyTo } : now,
      );
    const { replyTo: id } = content;
    const message = id === null ? undefined : findHeld(id);
    if (id === null) put(undefined);
    else if (draft.replyTo?.quote.message_id === id) put(draft.replyTo);
    else if (message && !message.is_deleted) put(replyTargetOf(message, account));
    else void readQuote(conversation, id, account).then(put);
  });
  useEffect(() => sync.open((content) => show(content)), [sync]);
  useEffect(() => {
    if (session) sync.sendsBy(session.outbox);
  }, [sync, session]);
  useEffect(() => sync.changed(draft), [sync, draft]);
  useEffect(() => {
    if (isKnown) sync.received(held);
  }, [sync, held, isKnown]);
}
