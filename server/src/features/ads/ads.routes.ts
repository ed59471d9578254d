import type { adsRoutes } from '@adda/contract/ads';
import type { Handlers } from '../../platform/http/handler.ts';
import type { AdsService } from './ads.service.ts';

/** Answers the calls about ads. */
export function adsHandlers({ hide }: AdsService): Handlers<typeof adsRoutes> {
  return {
    'POST /feed/hide-ad': async ({ actor, body }) => {
      await hide(actor.userId, body.ad_id);
      return { message: 'Ad hidden' };
    },
  };
}
