import type { AppContext } from './app-context.ts';
import type { Accounts } from './features/accounts/index.ts';
import type { Activity } from './features/activity/index.ts';
import { createAds } from './features/ads/index.ts';
import { createCreators, type Creators } from './features/creators/index.ts';
import { createFeed } from './features/feed/index.ts';
import type { Live } from './features/live/index.ts';
import type { Media } from './features/media/index.ts';
import type { Payments } from './features/payments/index.ts';
import { createProfiles, type Profiles } from './features/profiles/index.ts';
import type { Relations } from './features/relations/index.ts';
import type { Rooms } from './features/rooms/index.ts';
import type { Safety } from './features/safety/index.ts';
import { createPageHeads } from './page-heads.ts';
import type { Wallet } from './features/wallet/index.ts';
import type { RateLimiter } from './platform/limits/rate-limiter.ts';

type Parts = {
  readonly platform: Pick<AppContext, 'config' | 'logger' | 'database' | 'jobs' | 'publicUrl'>;
  readonly accounts: Accounts;
  readonly relations: Relations;
  readonly media: Media;
  readonly live: Live;
  readonly activity: Activity;
  readonly rooms: Pick<Rooms, 'inviteHeadOf' | 'publicHeadOf' | 'listWithFriends'>;
  readonly safety: Safety;
  readonly payments: Payments;
  readonly wallet: Wallet;
  /** Undefined when limits are off. */
  readonly requestLimiter: RateLimiter | undefined;
};

/**
 * Publishes sales: a new plan to the creator's room, the start and end of a subscription only to the two users, on
 * all their connections.
 */
function publishSales(creators: Creators, { rooms }: Profiles): void {
  creators.onPlanCreated(({ creatorId, plan }) => rooms.publishNow(creatorId, 'plan_created', { plan }));
  creators.onSubscriptionBegun(({ creatorId, subscriberId, creator, subscriber }) => {
    for (const userId of [creatorId, subscriberId])
      rooms.publishNow(userId, 'new_subscriber', { creator, subscriber }, 'owner');
  });
  creators.onSubscriptionEnded(({ creatorId, subscriberId, creator, subscriber }) => {
    for (const userId of [creatorId, subscriberId])
      rooms.publishNow(userId, 'subscriber_removed', { creator, subscriber }, 'owner');
  });
}

/** Wires creators, ads, profiles and the feed (ADR 21). */
export function createSocial({ platform, requestLimiter, ...parts }: Parts) {
  const { accounts, relations, media, live, activity, safety, payments, wallet } = parts;
  const { config, logger, database, jobs, publicUrl } = platform;
  const creators = createCreators({
    database,
    clock: database.now,
    jobs,
    accounts,
    payments,
    wallet,
    activity,
    wordFilter: safety.wordFilter,
    prices: { inrPerUsd: config.INR_PER_USD, feePercent: config.PLATFORM_FEE_PERCENT },
  });
  creators.startJobs();
  const ads = createAds({ database, logger, media });
  const profiles = createProfiles({
    database,
    logger,
    accounts,
    relations,
    media,
    wordFilter: safety.wordFilter,
    live,
    publicUrl,
    countPosts: (viewerId, authorId) => feed.countPosts(viewerId, authorId),
  });
  live.registerProfiles(profiles.rooms);
  publishSales(creators, profiles);
  const feed = createFeed({
    database,
    jobs,
    logger,
    accounts,
    media,
    wordFilter: safety.wordFilter,
    creators,
    ads,
    activity,
    rooms: profiles.rooms,
    roomsWithFriends: parts.rooms.listWithFriends,
    publicUrl,
    features: { likes: config.FEATURE_LIKES, shares: config.FEATURE_SHARES },
  });
  feed.startJobs();
  const pageHeadOf = createPageHeads({
    limiter: requestLimiter,
    ofProfile: profiles.pageHeadOf,
    ofPost: feed.pageHeadOf,
    ofInvite: parts.rooms.inviteHeadOf,
    ofRoom: parts.rooms.publicHeadOf,
  });
  return { creators, ads, profiles, feed, pageHeadOf };
}
