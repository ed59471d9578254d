import { defineErrors } from '../kernel/errors.ts';

export const roomsErrors = defineErrors({
  invalid_group_id: { status: 400, detail: 'Invalid group ID' },
  group_not_found: { status: 404, detail: 'Group "{id}" not found' },
  group_name_taken: { status: 400, detail: 'Group name already exists' },
  guests_cannot_create_groups: { status: 403, detail: 'Guest users cannot create groups' },
  already_a_member: { status: 400, detail: 'You are already a member of this group' },
  group_full: { status: 400, detail: 'Group has reached maximum member limit' },
  not_a_member: { status: 403, detail: 'You are not a member of this group.' },
  leave_not_a_member: { status: 400, detail: 'You are not a member of this group.' },
  creator_cannot_leave: { status: 400, detail: 'Group creator cannot leave the group' },
  self_mismatch: { status: 403, detail: 'Invalid token. Please log in again.' },
  message_empty: { status: 400, detail: 'Message or image required' },
  message_too_long: { status: 400, detail: 'This message is too long' },
  sending_too_fast: { status: 429, detail: 'Please wait before sending another message' },
  whisper_to_nobody: { status: 400, detail: '“@{name}” is not in this room, so your message was not sent.' },
  message_not_sent: { status: 503, detail: 'This message could not be sent. Please try again.' },
});
