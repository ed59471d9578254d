import type { adsRoutes } from '@adda/contract/ads';
import type { Handlers } from '../../platform/http/handler.ts';
import type { ViewerCookie } from '../media/index.ts';
import type { AdsService } from './ads.service.ts';
import type { ManagedAds } from './managed-ads.service.ts';

type Deps = { readonly ads: AdsService; readonly managed: ManagedAds; readonly viewerCookie: ViewerCookie };

/** Handlers of ads. */
export function adsHandlers({ ads, managed, viewerCookie }: Deps): Handlers<typeof adsRoutes> {
  return {
    'POST /feed/hide-ad': async ({ actor, body }) => {
      await ads.hide(actor.userId, body.ad_id);
      return { message: 'Ad hidden' };
    },
    'GET /admin/ads': async ({ actor, query, origin }) => {
      viewerCookie.remember(origin.cookies, actor);
      return { ads: await managed.list(actor, query.kind) };
    },
    'POST /feed/ads-seen': async ({ actor, body }) => {
      await ads.seen(actor.userId, body.ad_ids);
      return { message: 'Counted' };
    },
    'POST /feed/ad-click': async ({ actor, body }) => {
      await ads.clicked(actor.userId, body.ad_id);
      return { message: 'Counted' };
    },
    'POST /admin/ads': async ({ actor, body }) => ({
      message: 'Ad added',
      ad: await managed.add(actor, body),
    }),
    'PATCH /admin/ads/:ad_id': async ({ actor, params, body }) => ({
      message: 'Ad changed',
      ad: await managed.change(actor, params.ad_id, body),
    }),
    'DELETE /admin/ads/:ad_id': async ({ actor, params }) => {
      await managed.end(actor, params.ad_id);
      return { message: 'Ad ended' };
    },
  };
}
