import { defineErrors } from '../kernel/errors.ts';

export const pushErrors = defineErrors({
  invalid_subscription: { status: 400, detail: 'This browser’s push address can’t be used' },
});
