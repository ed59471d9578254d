/**
 * Ads of the feed: which are shown to whom, and who has hidden which. Owns the tables `ads` and `hidden_ads`. Whoever
 * makes a list asks for the ads of some of its places with `adsOfSlots`, inside a query of its own.
 */
import './ads.tables.ts';
import { adsHandlers } from './ads.routes.ts';
import { createAdsService, type AdsOptions } from './ads.service.ts';

export { createAdCommands } from './ad-commands.ts';
export { adsOfSlots, type AdSlots, type SlotAd } from './ads.repository.ts';
export type { AdsOptions } from './ads.service.ts';

/** Makes the feature. */
export function createAds(options: AdsOptions) {
  const service = createAdsService(options);
  return { handlers: adsHandlers(service), hasAdFor: service.hasAdFor, itemFor: service.itemFor };
}

/** The face of ads. */
export type Ads = ReturnType<typeof createAds>;
