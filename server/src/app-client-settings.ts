import { GIFTS } from '@adda/contract/gifts';
import type { GatewayOffer } from '@adda/contract/payments';
import type { platformRoutes } from '@adda/contract/platform';
import { RECHARGE_PACKAGES } from '@adda/contract/recharge';
import * as rewards from '@adda/contract/rewards';
import * as wallet from '@adda/contract/wallet';
import type { RouteOutput } from '@adda/contract';
import type { Config } from './config.ts';
import { sandboxReach } from './features/payments/index.ts';

/** Returns the settings that clients need (SV-107). Contains no secrets. */
export function clientSettings(
  config: Config,
  { canSearchVideos, offers }: { canSearchVideos: boolean; offers: readonly GatewayOffer[] },
): RouteOutput<(typeof platformRoutes)['GET /config/client']> {
  return {
    max_group_members: config.MAX_GROUP_MEMBERS,
    edit_window_hours: config.EDIT_WINDOW_HOURS,
    features: {
      video_search: canSearchVideos,
      likes: config.FEATURE_LIKES,
      shares: config.FEATURE_SHARES,
      payments: offers.length > 0,
    },
    payments: [...offers],
    sandbox: sandboxReach(config),
    inr_per_usd: config.INR_PER_USD,
    platform_fee_percent: config.PLATFORM_FEE_PERCENT,
    referral_reward_coins: config.REFERRAL_REWARD_COINS,
    recharge_packages: RECHARGE_PACKAGES.map(({ dollars, coins }) => ({ dollars, coins })),
    gifts: Object.entries(GIFTS).map(([giftType, { cost, emoji, description }]) => ({
      gift_type: giftType,
      cost,
      emoji,
      description,
    })),
    wheel: rewards.WHEEL.map(({ outcome, weight, coins }) => ({ outcome, weight, coins })),
    limits: {
      payout_min_coins: wallet.PAYOUT_MIN_COINS,
      paid_spins_a_day: rewards.PAID_SPINS_A_DAY,
      ad_claims_5min: rewards.AD_CLAIMS_SHORT,
      ad_claims_daily: rewards.AD_CLAIMS_A_DAY,
    },
  };
}
