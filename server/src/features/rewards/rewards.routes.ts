import type { rewardsRoutes } from '@adda/contract/rewards';
import type { Handlers } from '../../platform/http/handler.ts';
import type { AdRewards } from './ads/ad-rewards.service.ts';
import type { Spins } from './spins/spins.service.ts';

type Deps = { readonly spins: Spins; readonly ads: AdRewards };

/** Answers the calls. */
export function rewardsHandlers({ spins, ads }: Deps): Handlers<typeof rewardsRoutes> {
  return {
    'GET /wallet/spin/count': async ({ actor }) => ({ spin_count: await spins.count(actor) }),
    'POST /wallet/spin': ({ actor }) => spins.spin(actor),
    'GET /wallet/ads': ({ actor, query }) => ads.list(actor, query.category),
    'POST /wallet/ad-click': ({ actor, body }) => ads.click(actor, body.adType),
    'POST /wallet/ad-reward': ({ actor, body }) => ads.claim(actor, body),
  };
}
