import { defineErrors } from '../kernel/errors.ts';

export const rewardsErrors = defineErrors({
  guests_cannot_earn: { status: 403, detail: 'Please log in to earn ad rewards.' },
  invalid_ad_type: { status: 400, detail: 'Invalid ad type' },
  /** Administrators can't earn from an ad whose reward they set. */
  own_ad: { status: 403, detail: 'You decided what this ad pays, so it pays you nothing.' },
  invalid_reward_amount: { status: 400, detail: 'Invalid reward amount' },
  ad_clicks_missing: { status: 400, detail: 'Required clicks not completed' },
  ad_daily_limit: { status: 429, detail: 'Daily ad click limit of 30 reached. Try again tomorrow.' },
  referral_not_found: { status: 404, detail: 'This reward is not waiting any more' },
  referral_is_own: { status: 403, detail: 'Somebody else has to decide about your own reward' },
  referral_not_payable: {
    status: 409,
    detail: 'One of the two is suspended or gone, so this reward can only be refused',
  },
  ad_short_limit: {
    status: 429,
    detail: 'Too many ad clicks in 5 minutes. Please wait and try again.',
  },
});
