import { defineErrors } from '../kernel/errors.ts';

export const creatorsErrors = defineErrors({
  guests_cannot_create_plans: { status: 403, detail: 'Guest users cannot create plans' },
  not_own_plan: { status: 403, detail: 'You can only create plans of your own' },
  too_many_plans: { status: 400, detail: 'You can have at most {most} plans' },
  no_active_subscription: { status: 404, detail: 'No active subscription' },
});
