import { defineErrors } from '../kernel/errors.ts';

export const relationsErrors = defineErrors({
  cannot_block_self: { status: 400, detail: 'You cannot block yourself' },
  already_blocked: { status: 400, detail: 'User is already blocked' },
  not_blocked: { status: 400, detail: 'User is not blocked' },
});
