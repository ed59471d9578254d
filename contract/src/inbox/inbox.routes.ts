import * as z from 'zod/mini';
import { defineRoutes } from '../kernel/route.ts';
import * as s from './inbox.schemas.ts';

/** Everything the caller talks in: rooms and private chats in one list, and how far they were read. */
export const inboxRoutes = defineRoutes({
  'GET /inbox': {
    summary: 'The rooms and private chats of the caller, the one with the newest message first (HM-01).',
    access: 'session',
    rate: 'read',
    query: s.inboxQuery,
    invalid: 'invalid_parameters',
    output: z.object({ items: z.array(s.inboxItem), next_cursor: z.nullable(z.string()) }),
    errors: ['invalid_parameters'],
  },
  'POST /conversations/read': {
    summary:
      'Read a room or private chat up to a message; a lower position than the present one changes nothing (HM-02).',
    access: 'session',
    rate: 'read',
    body: s.readInput,
    output: s.readPosition,
    errors: [
      'invalid_group_id',
      'group_not_found',
      'not_a_member',
      'cannot_chat_with_self',
      'user_not_found',
      'blocked_by_user',
    ],
  },
});
