import type { GiftSent } from '@adda/contract/gifts';

let count = 0;

/** Returns a gift, by default from ann to ben in a room. */
export function giftOf(given: Partial<GiftSent> = {}): GiftSent {
  count += 1;
  return {
    gift_id: `gift-${count}`,
    group_id: 'a1b2c3d4e5f6a1b2c3d4e5f6',
    sender: 'ann',
    recipient: 'ben',
    gift_type: 'kiss',
    gift_emoji: '💋',
    gift_description: 'Kiss',
    timestamp: '2026-11-21T10:00:00.000Z',
    ...given,
  };
}
