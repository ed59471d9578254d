import { defineErrors } from '../kernel/errors.ts';

export const giftsErrors = defineErrors({
  invalid_gift: { status: 400, detail: 'Invalid gift selected' },
  gift_incomplete: { status: 400, detail: 'Please select both a recipient and a gift' },
  gift_funds: { status: 402, detail: 'Insufficient funds to send gift' },
  guests_cannot_gift: { status: 403, detail: 'Guest users cannot send gifts' },
  gift_to_self: { status: 400, detail: 'Cannot send gift to yourself' },
  gift_to_guest: { status: 400, detail: 'Guest users cannot receive gifts' },
  gift_recipient_not_member: { status: 400, detail: 'Recipient is not a member of the group' },
  gift_recipient_not_found: { status: 404, detail: 'Recipient not found' },
  gift_repeated_otherwise: { status: 409, detail: 'This gift was sent before, as another one' },
  gift_failed: { status: 503, detail: 'Failed to send gift' },
});
