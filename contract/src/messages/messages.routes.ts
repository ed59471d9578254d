import * as z from 'zod/mini';
import { defineRoutes } from '../kernel/route.ts';
import * as s from './messages.schemas.ts';

const params = z.object({ id: z.string().check(z.maxLength(64)) });

/** Reactions to a message of a room or of a private chat. */
export const messagesRoutes = defineRoutes({
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
