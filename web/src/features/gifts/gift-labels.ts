import { displayedName } from '@adda/contract/accounts';
import type { GiftSent, GiftType } from '@adda/contract/gifts';
import { t } from '@lingui/core/macro';

/** Returns the name of a gift. */
export function giftName(gift: GiftType): string {
  switch (gift) {
    case 'kiss':
      return t`Kiss`;
    case 'love':
      return t`Love`;
    case 'like':
      return t`Like`;
    case 'hug':
      return t`Hug`;
    case 'smile':
      return t`Smile`;
  }
}

/** Returns 'ann sent ben a kiss 💋', the text that all members of the room see. */
export function giftSentence(given: GiftSent): string {
  const sender = displayedName(given.sender);
  const recipient = displayedName(given.recipient);
  const emoji = given.gift_emoji;
  switch (given.gift_type) {
    case 'kiss':
      return t`${sender} sent ${recipient} a kiss ${emoji}`;
    case 'love':
      return t`${sender} sent ${recipient} love ${emoji}`;
    case 'like':
      return t`${sender} sent ${recipient} a like ${emoji}`;
    case 'hug':
      return t`${sender} sent ${recipient} a hug ${emoji}`;
    case 'smile':
      return t`${sender} sent ${recipient} a smile ${emoji}`;
  }
}
