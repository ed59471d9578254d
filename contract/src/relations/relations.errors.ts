import { defineErrors } from '../kernel/errors.ts';

export const relationsErrors = defineErrors({
  cannot_block_self: { status: 400, detail: 'You cannot block yourself' },
  already_blocked: { status: 400, detail: 'User is already blocked' },
  not_blocked: { status: 400, detail: 'User is not blocked' },
  cannot_follow_self: { status: 400, detail: 'You cannot follow yourself' },
  already_following: { status: 400, detail: 'Already following' },
  not_following: { status: 400, detail: 'Not following' },
  cannot_follow: { status: 403, detail: 'You cannot follow this user' },
});
