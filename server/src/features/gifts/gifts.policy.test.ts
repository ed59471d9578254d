import { describe, expect, it } from 'vitest';
import { refuseGift, type GiftStanding } from './gifts.service.ts';

type Recipient = NonNullable<GiftStanding['recipient']>;

const ben: Recipient = { isSelf: false, isGuest: false, isMember: true, isBlocked: false };
const open: GiftStanding = { isRoomOpen: true, isSenderMember: true, recipient: ben };

describe('GI-08: conditions for giving', () => {
  it.each<[string, GiftStanding, string | undefined]>([
    ['two members', open, undefined],
    [
      'no such room, first of all',
      { isRoomOpen: false, isSenderMember: false, recipient: null },
      'group_not_found',
    ],
    [
      'a sender outside the room, before the recipient',
      { ...open, isSenderMember: false, recipient: null },
      'not_a_member',
    ],
    ['oneself', { ...open, recipient: { ...ben, isSelf: true } }, 'gift_to_self'],
    ['an unknown recipient', { ...open, recipient: null }, 'gift_recipient_not_found'],
    ['a guest', { ...open, recipient: { ...ben, isGuest: true, isMember: false } }, 'gift_to_guest'],
    [
      'a recipient outside the room, before the block',
      { ...open, recipient: { ...ben, isMember: false, isBlocked: true } },
      'gift_recipient_not_member',
    ],
    ['a blocked recipient', { ...open, recipient: { ...ben, isBlocked: true } }, 'blocked_by_user'],
  ])('%s', (_name, standing, refusal) => expect(refuseGift(standing)).toBe(refusal));
});
