import type { adsRoutes } from '@adda/contract/ads';
import type { Handlers } from '../../platform/http/handler.ts';
import type { AdsService } from './ads.service.ts';

/** Answers the calls about ads. */
export function adsHandlers({ hide }: AdsService): Handlers<typeof adsRoutes> {
  const notYet = (): never => {
    throw new Error('not yet');
  };
  return {
    'GET /admin/ads': notYet,
    'POST /admin/ads': notYet,
    'PATCH /admin/ads/:ad_id': notYet,
    'DELETE /admin/ads/:ad_id': notYet,
    'POST /feed/hide-ad': async ({ actor, body }) => {
      await hide(actor.userId, body.ad_id);
      return { message: 'Ad hidden' };
    },
  };
}
