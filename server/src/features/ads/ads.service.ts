import type { Post } from '@adda/contract/feed';
import type { Logger } from 'pino';
import type { Database } from '../../platform/database/index.ts';
import { appError } from '../../platform/errors.ts';
import type { Media } from '../media/index.ts';
import {
  countFeedAdClick,
  hasAdFor,
  hideAd,
  recordAdEvents,
  type SlotAd,
  addImpressions,
} from './ads.repository.ts';

type Deps = {
  readonly database: Database;
  readonly media: Pick<Media, 'imageLink'>;
  readonly impressions: Pick<Impressions, 'count'>;
};

/** Creates the service that shows and hides ads. */
export function createAdsService({ database, media, impressions }: Deps) {
  return {
    /** Hides an ad from the user permanently (SV-66). Throws `ad_not_found`. */
    async hide(userId: number, adId: string): Promise<void> {
      if (!(await hideAd(database.db, userId, adId))) throw appError('ad_not_found');
    },
    /** Counts impressions of ads, once per user and hour (SV-90). */
    async seen(userId: number, adIds: readonly string[]): Promise<void> {
      for (const adId of await recordAdEvents(database.db, userId, 'seen', adIds)) impressions.count(adId);
    },
    /** Counts a click on the link of an ad, once per user and hour (SV-90). */
    async clicked(userId: number, adId: string): Promise<void> {
      await database.transaction(async (tx) => {
        for (const counted of await recordAdEvents(tx, userId, 'click', [adId]))
          await countFeedAdClick(tx, counted);
      });
    },
    /** Whether any ad can be shown to this viewer. */
    hasAdFor: (viewerId: number): Promise<boolean> => hasAdFor(database.db, viewerId),
    /** Returns an ad as an item of the feed (AD-23), with links to its picture for one viewer; `position` is empty. */
    itemFor(viewerId: number, ad: SlotAd): Post {
      const link = ad.image_id === null ? null : media.imageLink(ad.image_id, `user:${viewerId}`);
      return {
        ...NO_POST,
        media_id: ad.ad_id,
        ad_id: ad.ad_id,
        sponsor: ad.sponsor,
        sender_display_name: ad.sponsor,
        target_url: ad.target_url,
        caption: ad.caption,
        media_url: link,
        preview_url: link === null ? null : `${link}&size=small`,
        has_media: link !== null,
        width: ad.width,
        height: ad.height,
        upload_date: ad.created_at,
        created_at: ad.created_at,
      };
    },
  };
}

/** Fields of a post that an ad lacks: a sender, rights and reactions (FE-12, AD-24). */
const NO_POST = {
  sender: '',
  sender_username: '',
  sender_avatar: null,
  is_ad: true,
  is_locked: false,
  can_view: true,
  plan_id: null,
  price_from: null,
  is_video: false,
  blur_url: null,
  preview_pending: false,
  original_filename: null,
  hashtags: null,
  feeling: null,
  visibility: 'public',
  liked_by: [],
  liked_by_me: false,
  like_count: 0,
  comment_count: 0,
  share_count: 0,
  file_size: null,
  duration: null,
  is_own: false,
  is_following: false,
  position: '',
} satisfies Partial<Post>;

export type AdsService = ReturnType<typeof createAdsService>;

const FLUSH_EVERY_MS = 10_000;

type ImpressionDeps = { readonly database: Database; readonly logger: Logger };

/**
 * Counts impressions of ads (SV-90) in memory and stores them every ten seconds, so that concurrent views of one ad do
 * not wait for a row lock. A killed process loses counts not yet stored; a failed write is retried.
 */
export function createImpressions({ database, logger }: ImpressionDeps) {
  let counts = new Map<string, number>();
  let storing: Promise<void> = Promise.resolve();

  function count(adId: string, times = 1): void {
    counts.set(adId, (counts.get(adId) ?? 0) + times);
  }

  async function store(): Promise<void> {
    if (counts.size === 0 || !database.isWritable()) return;
    const taken = counts;
    counts = new Map();
    try {
      await addImpressions(database.db, taken);
    } catch (error) {
      logger.error({ err: error }, 'impressions of ads could not be stored');
      for (const [adId, times] of taken) count(adId, times);
    }
  }

  /** Serialized, so that the last flush includes the counts that a failed one returned. */
  const flush = (): Promise<void> => (storing = storing.then(store));
  const timer = setInterval(() => void flush(), FLUSH_EVERY_MS).unref();

  return {
    count: (adId: string): void => count(adId),
    /** Stores the current counts. */
    flush,
    /** Stores the counts a last time; for shutdown. */
    close(): Promise<void> {
      clearInterval(timer);
      return flush();
    },
  };
}

type Impressions = ReturnType<typeof createImpressions>;
