import * as z from 'zod/mini';
import { coins } from '../kernel/money.ts';
import { page, pageSize } from '../kernel/paging.ts';
import { defineRoutes } from '../kernel/route.ts';
import { REFERRALS_PAGE, REFERRALS_PAGE_MAX } from './rewards.limits.ts';
import * as s from './rewards.schemas.ts';

export const rewardsRoutes = defineRoutes({
  'GET /wallet/spin/count': {
    summary: 'Number of the caller’s spins today (SP-09, SV-85).',
    access: 'session',
    rate: 'read',
    output: z.object({ spin_count: z.int() }),
    errors: [],
  },
  'POST /wallet/spin': {
    summary: 'Spin the wheel; a registered user’s first three spins of a day pay (SP-10, SV-86, X-42).',
    access: 'session',
    rate: 'spin',
    output: z.object({ outcome: s.wheelOutcome, spin_count: z.int(), message: z.string(), coins_won: coins }),
    errors: [],
  },
  'GET /wallet/ads': {
    summary: 'Reward ads, with the number of rewards that the caller has claimed (SV-87).',
    access: 'session',
    rate: 'read',
    guests: 'guests_cannot_earn',
    query: z.object({ category: z.optional(s.adCategory) }),
    output: z.object({
      ads: z.array(s.rewardAd),
      click_count_5min: z.int(),
      click_count_daily: z.int(),
    }),
    errors: ['guests_cannot_earn'],
  },
  'POST /wallet/ad-click': {
    summary: 'Count a click on an ad; clicks that are too fast are not counted (SV-88).',
    access: 'session',
    rate: 'ad_click',
    guests: 'guests_cannot_earn',
    body: z.strictObject({ adType: s.adType }),
    output: z.object({ clicks_done: z.int(), clicks_required: z.int(), ad_session: z.string() }),
    errors: ['guests_cannot_earn', 'invalid_ad_type', 'own_ad'],
  },
  'POST /wallet/ad-reward': {
    summary: 'Claim the reward of an ad after all its clicks (AD-08, SV-89, X-41).',
    access: 'session',
    rate: 'write',
    guests: 'guests_cannot_earn',
    body: z.strictObject({ amount: z.number(), adType: s.adType }),
    output: z.object({
      message: z.string(),
      click_count_5min: z.int(),
      click_count_daily: z.int(),
    }),
    errors: [
      'guests_cannot_earn',
      'invalid_ad_type',
      'own_ad',
      'invalid_reward_amount',
      'ad_clicks_missing',
      'ad_daily_limit',
      'ad_short_limit',
    ],
  },
  'GET /admin/referrals': {
    summary: 'Referral rewards that wait for an administrator, the oldest first (SV-96).',
    access: 'admin',
    rate: 'read',
    query: z.object({
      status: z._default(z.enum(['waiting', 'decided']), 'waiting'),
      page,
      page_size: pageSize(REFERRALS_PAGE, REFERRALS_PAGE_MAX),
    }),
    output: z.object({ referrals: z.array(s.referralReview), total_count: z.int() }),
    errors: [],
  },
  'PATCH /admin/referrals/:referral_id': {
    summary: 'Pay a referral reward, or refuse it permanently; recorded in the audit log (SV-96).',
    access: 'admin',
    rate: 'write',
    params: z.object({ referral_id: s.referralId }),
    body: z.strictObject({ status: s.referralDecision }),
    output: z.object({ message: z.string() }),
    errors: ['referral_not_found', 'referral_is_own', 'referral_not_payable'],
  },
});
