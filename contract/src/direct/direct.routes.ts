import * as z from 'zod/mini';
import { anyUsername } from '../accounts/accounts.schemas.ts';
import { cursorQuery } from '../kernel/paging.ts';
import { defineRoutes } from '../kernel/route.ts';
import * as s from './direct.schemas.ts';

const person = z.object({ username: anyUsername });

export const directRoutes = defineRoutes({
  'GET /chat/messages': {
    summary: 'History of a private chat: the newest messages, older ones, or those after a sequence (SV-39).',
    access: 'session',
    rate: 'read',
    query: s.privateHistoryQuery,
    output: s.privateHistoryPage,
    errors: ['cannot_chat_with_self', 'user_not_found', 'blocked_by_user'],
  },
  'GET /chat/messages/:id': {
    summary: 'One private message, with a fresh link to its image (R-15).',
    access: 'session',
    rate: 'read',
    params: z.object({ id: z.string().check(z.maxLength(64)) }),
    output: s.privateMessage,
    errors: ['message_not_found'],
  },
  'POST /chat/delete_messages': {
    summary:
      'Delete private messages: own ones for both users, others’ for the caller only; an empty list means all (SV-43).',
    access: 'session',
    rate: 'write',
    body: s.deletePrivateInput,
    output: z.object({ message: z.string(), deleted_count: z.int() }),
    errors: ['cannot_chat_with_self', 'user_not_found', 'not_current_user', 'message_not_found'],
  },
  'GET /messages/conversations': {
    summary: 'The caller’s private conversations, the newest first (SV-40).',
    access: 'session',
    rate: 'read',
    query: z.object(cursorQuery),
    output: z.object({ conversations: z.array(s.conversation), next_last_id: z.nullable(z.string()) }),
    errors: ['invalid_parameters'],
  },
  'GET /chat/requests': {
    summary: 'Requests of strangers to the caller, the newest first, paged like conversations (MR-02).',
    access: 'session',
    rate: 'read',
    query: z.object(cursorQuery),
    output: z.object({ requests: z.array(s.chatRequest), next_last_id: z.nullable(z.string()) }),
    errors: ['invalid_parameters'],
  },
  'POST /chat/requests/accept': {
    summary: 'Accept the request of a user: the chat moves to the conversations (MR-02).',
    access: 'session',
    rate: 'write',
    body: z.strictObject({ username: anyUsername }),
    output: z.object({ message: z.string() }),
    errors: ['request_not_found'],
  },
  'POST /chat/requests/decline': {
    summary:
      'Decline the request of a user: it is gone for the caller, and further texts reach nobody for 30 days; the sender sees no difference (MR-02).',
    access: 'session',
    rate: 'write',
    body: z.strictObject({ username: anyUsername }),
    output: z.object({ message: z.string() }),
    errors: ['request_not_found'],
  },
  'GET /chat/unread': {
    summary: 'The newest unread messages and the total (SV-41).',
    access: 'session',
    rate: 'read',
    output: z.object({ messages: z.array(s.unreadMessage), ...s.unreadCount.shape }),
    errors: [],
  },
  'POST /chat/mark_read': {
    summary: 'Mark the messages of one sender, or all messages, as read; the body is optional (SV-42, Q-11).',
    access: 'session',
    rate: 'write',
    body: z.nullish(z.strictObject({ sender: z.optional(anyUsername) })),
    output: z.object({ message: z.string(), updated_count: z.int() }),
    errors: ['user_not_found'],
  },
  'GET /chat/users/:username/status': {
    summary: 'Whether a user is online, and when they were last active (SV-21).',
    access: 'session',
    rate: 'read',
    params: person,
    output: s.userStatus,
    errors: ['user_not_found'],
  },
  'GET /chat/users/:username/exists': {
    summary: 'Whether an account with this username exists (SV-22).',
    access: 'session',
    rate: 'read',
    params: person,
    output: z.object({ exists: z.boolean() }),
    errors: [],
  },
});
