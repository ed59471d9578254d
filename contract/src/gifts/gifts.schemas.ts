import * as z from 'zod/mini';
import { groupId, timestamp } from '../kernel/ids.ts';
import type { GIFTS } from './gifts.limits.ts';

const giftType = z.enum(['kiss', 'love', 'like', 'hug', 'smile'] satisfies (keyof typeof GIFTS)[]);

/** A gift from one member of a room to another, sent to every member who can see both. */
export const giftSent = z.object({
  gift_id: z.string(),
  group_id: groupId,
  sender: z.string(),
  recipient: z.string(),
  gift_type: giftType,
  gift_emoji: z.string(),
  gift_description: z.string(),
  timestamp,
});

export type GiftSent = z.output<typeof giftSent>;
