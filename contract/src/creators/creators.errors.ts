import { defineErrors } from '../kernel/errors.ts';

export const creatorsErrors = defineErrors({
  guests_cannot_create_plans: { status: 403, detail: 'Guest users cannot create plans' },
  not_own_plan: { status: 403, detail: 'You can only create plans of your own' },
  not_plan_owner: { status: 403, detail: 'You can only change plans of your own' },
  too_many_plans: { status: 400, detail: 'You can have at most {most} plans' },
  plan_not_found: { status: 404, detail: 'Plan not found' },
  unknown_plan: { status: 422, detail: 'Invalid plan ID. Please select a valid plan.' },
  cannot_subscribe_to_self: { status: 400, detail: 'You cannot subscribe to your own plan' },
  already_subscribed: { status: 400, detail: 'You are already subscribed to this creator' },
  guests_cannot_subscribe: { status: 403, detail: 'Guest users cannot subscribe' },
  subscribe_not_allowed: { status: 403, detail: 'Not authorized to subscribe' },
  subscription_not_found: { status: 404, detail: 'Subscription not found' },
  no_active_subscription: { status: 404, detail: 'No active subscription' },
});
