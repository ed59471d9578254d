import * as z from 'zod/mini';
import { clientMessageId, groupId } from '../kernel/ids.ts';
import { coins } from '../kernel/money.ts';
import { defineRoutes } from '../kernel/route.ts';

export const giftsRoutes = defineRoutes({
  'POST /groupchat/groups/send-gift': {
    summary: 'Give a gift to another member of a room; the price is credited to the recipient (GI-11, R-11).',
    access: 'session',
    rate: 'gift',
    guests: 'guests_cannot_gift',
    body: z.strictObject({
      group_id: groupId,
      recipient_username: z.string().check(z.trim(), z.toLowerCase(), z.maxLength(64)),
      gift_type: z.string().check(z.trim(), z.toLowerCase(), z.maxLength(40)),
      /** The same on every retry of one gift, so that it is given once. */
      client_gift_id: z.optional(clientMessageId),
    }),
    output: z.object({
      message: z.string(),
      gift_id: z.string(),
      gift_emoji: z.string(),
      gift_description: z.string(),
      recipient: z.string(),
      /** The price that the sender paid, in coins (SV-38). */
      cost: coins,
      balance: coins,
    }),
    errors: [
      'guests_cannot_gift',
      'invalid_gift',
      'gift_incomplete',
      'gift_funds',
      'gift_to_self',
      'gift_to_guest',
      'gift_recipient_not_member',
      'gift_recipient_not_found',
      'gift_repeated_otherwise',
      'gift_failed',
      'group_not_found',
      'not_a_member',
      'slow_mode',
      'timed_out',
      'blocked_by_user',
    ],
  },
});
