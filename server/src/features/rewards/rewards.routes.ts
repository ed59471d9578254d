import type { rewardsRoutes } from '@adda/contract/rewards';
import type { Handlers } from '../../platform/http/handler.ts';

const notYet = (): never => {
  throw new Error('not yet');
};

/** Answers the calls. */
export function rewardsHandlers(): Handlers<typeof rewardsRoutes> {
  return {
    'GET /wallet/spin/count': notYet,
    'POST /wallet/spin': notYet,
    'GET /wallet/ads': notYet,
    'POST /wallet/ad-click': notYet,
    'POST /wallet/ad-reward': notYet,
  };
}
