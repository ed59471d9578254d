import { defineErrors } from '../kernel/errors.ts';
import { INVITES_MAX } from './invites.limits.ts';

export const invitesErrors = defineErrors({
  invite_gone: { status: 404, detail: 'This invitation is not valid any more' },
  invites_full: {
    status: 400,
    detail: `This group has ${INVITES_MAX} invitations. Revoke one before you make another`,
  },
  invited_is_member: { status: 400, detail: 'This person is already a member of this group' },
});
