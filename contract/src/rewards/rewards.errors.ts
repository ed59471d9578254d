import { defineErrors } from '../kernel/errors.ts';

export const rewardsErrors = defineErrors({
  guests_cannot_earn: { status: 403, detail: 'Please log in to earn ad rewards.' },
  invalid_ad_type: { status: 400, detail: 'Invalid ad type' },
  invalid_reward_amount: { status: 400, detail: 'Invalid reward amount' },
  ad_clicks_missing: { status: 400, detail: 'Required clicks not completed' },
  ad_daily_limit: { status: 429, detail: 'Daily ad click limit of 30 reached. Try again tomorrow.' },
  ad_short_limit: {
    status: 429,
    detail: 'Too many ad clicks in 5 minutes. Please wait and try again.',
  },
});
