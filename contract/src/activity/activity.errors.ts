import { defineErrors } from '../kernel/errors.ts';

export const activityErrors = defineErrors({
  activity_not_found: { status: 404, detail: 'This activity is not here any more' },
});
