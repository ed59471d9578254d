import * as z from 'zod/mini';
import { privateMessage } from '../direct/direct.schemas.ts';
import { defineRoutes } from '../kernel/route.ts';
import { groupMessage } from '../rooms/group-messages.schemas.ts';
import * as s from './messages.schemas.ts';

const params = z.object({ id: z.string().check(z.maxLength(64)) });

/** Changes of a message of a room or of a private chat: its text, reactions to it, and forwarding it. */
export const messagesRoutes = defineRoutes({
  'PATCH /messages/:id': {
    summary:
      'Change the text of an own message; a retry with the same `edit_key` changes nothing (ED-01, ED-03).',
    access: 'session',
    rate: 'write',
    params,
    body: s.editInput,
    output: z.union([groupMessage, privateMessage]),
    errors: [
      'message_not_found',
      'not_your_message',
      'edit_too_late',
      'no_text_to_change',
      'message_empty',
      'message_too_long',
      'request_too_long',
      'words_refused',
      'sending_too_fast',
      'timed_out',
      'account_suspended',
    ],
  },
  'POST /messages/:id/forward': {
    summary:
      'Forward a message to one to five rooms or private chats, all or none; a retry with the same `forward_key` stores nothing (FT-06).',
    access: 'session',
    rate: 'write',
    params,
    body: s.forwardInput,
    output: z.object({ messages: z.array(s.forwardedMessage) }),
    errors: [
      'message_not_found',
      'not_a_member',
      'cannot_forward',
      'group_not_found',
      'user_not_found',
      'cannot_chat_with_self',
      'blocked_by_user',
      'recipient_unavailable',
      'first_contacts_used_up',
      'not_for_strangers',
      'message_too_long',
      'words_refused',
      'sending_too_fast',
      'slow_mode',
      'timed_out',
      'account_suspended',
    ],
  },
  'POST /messages/:id/reactions': {
    summary: 'Add an emoji to a message, or remove it; repeating the call changes nothing (RX-01).',
    access: 'session',
    rate: 'write',
    params,
    body: s.reactInput,
    output: z.object({ message_id: z.string(), reactions: z.array(s.reaction) }),
    errors: [
      'invalid_emoji',
      'message_not_found',
      'not_a_member',
      'not_possible',
      'reactions_full',
      'timed_out',
      'account_suspended',
    ],
  },
  'GET /messages/:id/reactions': {
    summary: 'Users who reacted to a message, the newest reaction first (RX-04).',
    access: 'session',
    rate: 'read',
    params,
    query: s.reactionPeopleQuery,
    output: z.object({ people: z.array(s.reactionPerson), next_cursor: z.nullable(z.string()) }),
    errors: ['message_not_found', 'invalid_parameters'],
  },
});
