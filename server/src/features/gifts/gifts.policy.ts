import type { ErrorCode } from '@adda/contract';

/** The relation of the sender and the recipient to each other and to the room. */
export type GiftStanding = {
  /** False for an unknown and for a deleted room. */
  readonly isRoomOpen: boolean;
  readonly isSenderMember: boolean;
  /** Null if there is no user with the name. */
  readonly recipient: {
    readonly isSelf: boolean;
    readonly isGuest: boolean;
    readonly isMember: boolean;
    /** Blocked with the sender, in either direction. */
    readonly isBlocked: boolean;
  } | null;
};

/** Returns why a gift is refused, except for insufficient funds; the first reason wins (GI-08, GI-16, GI-17, R-07). */
export function refuseGift({ isRoomOpen, isSenderMember, recipient }: GiftStanding): ErrorCode | undefined {
  if (!isRoomOpen) return 'group_not_found';
  if (!isSenderMember) return 'not_a_member';
  if (recipient?.isSelf) return 'gift_to_self';
  if (!recipient) return 'gift_recipient_not_found';
  if (recipient.isGuest) return 'gift_to_guest';
  if (!recipient.isMember) return 'gift_recipient_not_member';
  return recipient.isBlocked ? 'blocked_by_user' : undefined;
}
