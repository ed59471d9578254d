/**
 * Ads: which of the feed are shown to whom, who has hidden which, and those that pay for clicks. Owns the tables `ads`,
 * `hidden_ads`, `ad_events` and `reward_ads`. Whoever makes a list asks for the ads of some of its places with `adsOfSlots`, inside a
 * query of its own; whoever pays for clicks reads the catalogue with `listRewardAds` and `findRewardAd`.
 */
import './ads.tables.ts';
import type { Logger } from 'pino';
import type { Database } from '../../platform/database/index.ts';
import type { Media } from '../media/index.ts';
import { adsHandlers } from './ads.routes.ts';
import { forgetAdEvents } from './ads.repository.ts';
import { createAdsService } from './ads.service.ts';
import { createImpressions } from './impressions.ts';
import { createManagedAds } from './managed-ads.service.ts';

export { createAdCommands } from './ad-commands.ts';
export { adsOfSlots, type AdSlots, type SlotAd } from './ads.repository.ts';
export { countAdClick, findRewardAd, listRewardAds, type RewardAd } from './reward-ads.repository.ts';
export { adSections } from './ads.personal.repository.ts';

/** What ads need of the rest. */
export type AdsOptions = {
  readonly database: Database;
  readonly logger: Logger;
  readonly media: Pick<Media, 'imageLink' | 'importFromUrl' | 'markUsed' | 'viewerCookie'>;
};

/** Makes the feature. */
export function createAds({ database, logger, media }: AdsOptions) {
  const impressions = createImpressions({ database, logger });
  const ads = createAdsService({ database, media, impressions });
  return {
    handlers: adsHandlers({
      ads,
      managed: createManagedAds({ database, media }),
      viewerCookie: media.viewerCookie,
    }),
    hasAdFor: ads.hasAdFor,
    itemFor: ads.itemFor,
    /** Deletes what was noted for counting in hours that are over. */
    forgetEvents: (): Promise<void> => forgetAdEvents(database.db),
    /** Stores what was counted; for the end of the program. */
    close: impressions.close,
  };
}

/** The face of ads. */
export type Ads = ReturnType<typeof createAds>;
