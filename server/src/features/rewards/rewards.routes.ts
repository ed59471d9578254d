import type { rewardsRoutes } from '@adda/contract/rewards';
import type { Actor, Cookies, Handlers } from '../../platform/http/handler.ts';
import type { AdRewards } from './ad-rewards.service.ts';
import type { Referrals } from './referrals.service.ts';
import type { Spins } from './spins.service.ts';

type Deps = {
  readonly spins: Spins;
  readonly ads: AdRewards;
  readonly referrals: Referrals;
  readonly viewerCookie: { readonly remember: (cookies: Cookies, actor: Actor) => void };
};

/** Handlers of rewards. */
export function rewardsHandlers({
  spins,
  ads,
  referrals,
  viewerCookie,
}: Deps): Handlers<typeof rewardsRoutes> {
  return {
    'GET /wallet/spin/count': async ({ actor }) => ({ spin_count: await spins.count(actor) }),
    'POST /wallet/spin': ({ actor }) => spins.spin(actor),
    'GET /wallet/ads': ({ actor, query, origin }) => {
      viewerCookie.remember(origin.cookies, actor);
      return ads.list(actor, query.category);
    },
    'POST /wallet/ad-click': ({ actor, body }) => ads.click(actor, body.adType),
    'POST /wallet/ad-reward': ({ actor, body }) => ads.claim(actor, body),
    'GET /admin/referrals': ({ query }) => referrals.list(query),
    async 'PATCH /admin/referrals/:referral_id'({ actor, params, body: { status } }) {
      await referrals.decide(actor, params.referral_id, status);
      return { message: status === 'approved' ? 'The reward is paid.' : 'The reward is refused.' };
    },
  };
}
