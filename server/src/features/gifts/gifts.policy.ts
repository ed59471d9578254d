import type { ErrorCode } from '@adda/contract';

/** How the two people of a gift stand to each other and to the room. */
export type GiftStanding = {
  /** False for a room that never was, and for one that is deleted. */
  readonly isRoomOpen: boolean;
  readonly isSenderMember: boolean;
  /** Null where nobody has the name. */
  readonly recipient: {
    readonly isSelf: boolean;
    readonly isGuest: boolean;
    readonly isMember: boolean;
    /** Blocked with the sender, either way. */
    readonly isBlocked: boolean;
  } | null;
};

/** Why a gift is refused, funds aside; the first reason counts (GI-08, GI-16, GI-17, R-07). */
export function refuseGift({ isRoomOpen, isSenderMember, recipient }: GiftStanding): ErrorCode | undefined {
  if (!isRoomOpen) return 'group_not_found';
  if (!isSenderMember) return 'not_a_member';
  if (recipient?.isSelf) return 'gift_to_self';
  if (!recipient) return 'gift_recipient_not_found';
  if (recipient.isGuest) return 'gift_to_guest';
  if (!recipient.isMember) return 'gift_recipient_not_member';
  return recipient.isBlocked ? 'blocked_by_user' : undefined;
}
