/**
 * Ads: selection of feed ads per viewer, hidden ads, and reward ads, which pay for clicks. Owns the tables `ads`,
 * `hidden_ads`, `ad_events` and `reward_ads`. A list gets the ads of its slots by embedding `adsOfSlots` in its own
 * query; rewards reads the catalogue with `listRewardAds` and `findRewardAd`.
 */
import './ads.tables.ts';
import type { Logger } from 'pino';
import type { Database } from '../../platform/database/index.ts';
import type { Media } from '../media/index.ts';
import { adsHandlers } from './ads.routes.ts';
import { deletePastAdEvents } from './ads.repository.ts';
import { createAdsService, createImpressions } from './ads.service.ts';
import { createManagedAds } from './managed-ads.service.ts';

export { createAdCommands } from './ads.commands.ts';
export {
  adsOfSlots,
  type AdSlots,
  type SlotAd,
  countAdClick,
  findRewardAd,
  listRewardAds,
  type RewardAd,
} from './ads.repository.ts';
export { adSections } from './ads.personal.repository.ts';

/** Dependencies of ads. */
export type AdsOptions = {
  readonly database: Database;
  readonly logger: Logger;
  readonly media: Pick<Media, 'imageLink' | 'importFromUrl' | 'markUsed' | 'viewerCookie'>;
};

/** Creates the feature. */
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
    /** Deletes the counted events of past hours. */
    deletePastEvents: (): Promise<void> => deletePastAdEvents(database.db),
    /** Stores the pending counts; for shutdown. */
    close: impressions.close,
  };
}

/** The public interface of ads. */
export type Ads = ReturnType<typeof createAds>;
