import type { AppContext } from './app-context.ts';
import type { Accounts } from './features/accounts/index.ts';
import { createActivity, type Activity } from './features/activity/index.ts';
import { createDirect } from './features/direct/index.ts';
import { createLive, type InboxPlace, type Live } from './features/live/index.ts';
import type { Media } from './features/media/index.ts';
import {
  askForLinkPreviews,
  createMessages,
  members,
  startLinkPreviews,
  startMessageRetention,
  startMessageWords,
} from './features/messages/index.ts';
import type { Presence } from './features/presence/index.ts';
import { blockEventsFor, followActivity, type Relations } from './features/relations/index.ts';
import { createRooms, startRoomRetention } from './features/rooms/index.ts';
import type { Safety } from './features/safety/index.ts';
import type { RateLimiter } from './platform/limits/rate-limiter.ts';
import { afterCommit } from './platform/database/index.ts';
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

/** Wires the effects of a block: locks before the change, updates to both users' connections after it. */
function applyBlocks(relations: Relations, live: Live): void {
  // Has to be the first hook: it locks everything that the two users share in one statement, in the same order as the
  // message writer.
  relations.onBlockChanging((tx, { blockerId, blockedId, areBlocked }) =>
    areBlocked ? members.lockShared(tx, blockerId, blockedId) : undefined,
  );
  relations.onBlockChanged((change) => {
    for (const { userId, notice } of blockEventsFor(change))
      live.notifyNow(userId, 'blocked_notification', notice);
  });
}

/** Tells users who follows them (NT-01). Relations are created before the activity, so that they can't call it. */
function tellFollows(relations: Relations, activity: Activity): void {
  const subjectOf = (userId: number) => ({ type: 'user', id: String(userId) }) as const;
  activity.register(followActivity);
  relations.onFollowing({
    begun: (tx, { followerId: actorId, followedId: userId }) =>
      activity.tell(tx, [{ userId, kind: 'follow', subject: subjectOf(userId), actorId }]),
    ended: (tx, follows) =>
      activity.changed(
        tx,
        follows.map(({ followedId }) => subjectOf(followedId)),
      ),
  });
}

/** Returns the conversation of a draft or a mute, as changes of the inbox name it. */
const placeOf = (named: { readonly group_id: string } | { readonly recipient: string }): InboxPlace =>
  'group_id' in named ? { groupId: named.group_id } : { username: named.recipient };

/**
 * Wires rooms and private chats with the message kernel that they share, and before them the activity, which they and later
 * features tell.
 */
export function createChats({ platform, realtime, requestLimiter: limiter, ...parts }: Parts) {
  const { config, duties, logger, database, jobs, metrics, outbound, heartbeatMissedMs } = platform;
  const { accounts, media, safety } = parts;
  const live = createLive({ ...parts, database, realtime });
  const activity = createActivity({ ...parts, database, logger, live });
  accounts.onDeleting('activity', activity.deleteActivityOf);
  activity.startJobs(jobs);
  tellFollows(parts.relations, activity);
  const messages = createMessages({
    database,
    logger,
    metrics,
    edits: { wordFilter: safety.wordFilter, limiter, windowHours: config.EDIT_WINDOW_HOURS },
    draftChanged: (tx, userId, draft) => {
      live.notify(tx, userId, 'draft_changed', draft);
      afterCommit(tx, () => live.inboxChanged([{ userId, place: placeOf(draft) }]));
    },
    muteChanged: (tx, userId, mute) => {
      live.notify(tx, userId, 'mute_changed', mute);
      afterCommit(tx, () => {
        direct.unreadChanged([userId]);
        live.inboxChanged([{ userId, place: placeOf(mute) }]);
      });
    },
    conversationsChanged: (conversationIds) =>
      live.inboxChanged(Array.from(conversationIds, (conversationId) => ({ conversationId }))),
    previews: {
      isOn: config.LINK_PREVIEWS,
      fetchElsewhere: duties.worksOffJobs ? undefined : (tx) => askForLinkPreviews(tx, jobs),
      outbound,
      media,
      wordFilter: safety.wordFilter,
      newAccounts: safety.newAccounts,
    },
    activity,
  });
  activity.register(messages.activity.source);
  startMessageRetention({ database, jobs, accounts, media, deletions: messages.deletions });
  startMessageWords({ words: messages.words, jobs });
  if (messages.previews) startLinkPreviews({ previews: messages.previews, jobs });
  const shared = { ...parts, database, logger, realtime, live, messages, limiter };
  const direct = createDirect({ ...shared, heartbeatMissedMs });
  applyBlocks(parts.relations, live);
  const rooms = createRooms({
    ...shared,
    whispers: direct.whispers,
    maxGroupMembers: config.MAX_GROUP_MEMBERS,
    publicUrl: platform.publicUrl,
  });
  startRoomRetention({ database, jobs });
  rooms.startJobs(jobs);
  return { messages, live, activity, direct, rooms };
}
