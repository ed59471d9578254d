import type { AppContext } from './app-context.ts';
import type { Accounts } from './features/accounts/index.ts';
import { createDirect } from './features/direct/index.ts';
import { createLive, type Live } from './features/live/index.ts';
import type { Media } from './features/media/index.ts';
import { createMessageRetention, createMessages, members } from './features/messages/index.ts';
import type { Presence } from './features/presence/index.ts';
import { noticesOf, type Relations } from './features/relations/index.ts';
import { createRooms } from './features/rooms/index.ts';
import type { Safety } from './features/safety/index.ts';
import type { RateLimiter } from './platform/limits/rate-limiter.ts';
import type { Realtime } from './platform/realtime/index.ts';

type Parts = {
  readonly platform: AppContext;
  readonly realtime: Realtime;
  readonly accounts: Accounts;
  readonly relations: Relations;
  readonly presence: Presence;
  readonly media: Media;
  readonly safety: Safety;
  /** Undefined when limits are off. */
  readonly requestLimiter: RateLimiter | undefined;
};

/** What a block does before anybody else acts on it, and what both people's shells are told. */
function applyBlocks(relations: Relations, live: Live): void {
  // First of all hooks: everything that the two share is locked in one statement, in the writer's order.
  relations.onBlockChanging((tx, { blockerId, blockedId, areBlocked }) =>
    areBlocked ? members.lockShared(tx, blockerId, blockedId) : undefined,
  );
  relations.onBlockChanged((change) => {
    for (const { userId, notice } of noticesOf(change))
      live.notifyNow(userId, 'blocked_notification', notice);
  });
}

/** Wires rooms and private chats with the kernel that they share. */
export function createChats({ platform, realtime, requestLimiter: limiter, ...parts }: Parts) {
  const { config, logger, database, jobs, metrics, heartbeatMissedMs } = platform;
  const messages = createMessages({ database, logger, metrics });
  const { accounts, media } = parts;
  const retention = createMessageRetention({ database, jobs, accounts, media });
  const live = createLive({ ...parts, database, realtime });
  const shared = { ...parts, database, logger, realtime, live, messages, retention, limiter };
  const direct = createDirect({ ...shared, heartbeatMissedMs });
  applyBlocks(parts.relations, live);
  const rooms = createRooms({
    ...shared,
    whispers: direct.whispers,
    maxGroupMembers: config.MAX_GROUP_MEMBERS,
  });
  return { messages, live, direct, rooms };
}
