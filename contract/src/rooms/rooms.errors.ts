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
  banned_from_group: { status: 403, detail: 'You are banned from this group' },
  not_authorized: { status: 403, detail: 'Not authorized to do this in this group' },
  username_missing: { status: 400, detail: 'Please provide a username.' },
  target_not_a_member: { status: 404, detail: 'User is not a member of this group' },
  cannot_act_on_self: { status: 400, detail: 'You cannot do this to yourself' },
  cannot_act_on_creator: {
    status: 400,
    detail: 'The group creator cannot be kicked, banned or given permissions',
  },
  cannot_act_on_admin: { status: 400, detail: 'Administrators cannot be kicked or banned' },
  cannot_grant_to_guest: { status: 400, detail: 'Guests cannot be given permissions' },
  already_banned: { status: 400, detail: 'User is already banned' },
  not_banned: { status: 404, detail: 'User is not banned' },
  not_yours_to_delete: { status: 403, detail: 'You can delete only your own messages' },
  invalid_image_url: { status: 400, detail: 'Invalid image URL' },
  whisper_to_nobody: { status: 400, detail: '“@{name}” is not in this group, so your message was not sent.' },
});
