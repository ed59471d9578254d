import {
  GROUP_SEND_INTERVAL_MS,
  GROUP_SEND_TOLERANCE_MS,
  isGroupImageUrl,
  type SendGroupMessage,
} from '@adda/contract/rooms';
import { plainVideoUrl } from '@adda/contract/video';
import type { Database, Queryable } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { RateLimiter } from '../../../platform/limits/rate-limiter.ts';
import type { Attachments, MessageAppender, RefusedStatus, SendRules } from '../../messages/index.ts';
import {
  createSending,
  filled,
  members,
  NO_FILES,
  readAudio,
  readImage,
  timedOut,
  writeLimits,
} from '../../messages/index.ts';
import type { WordFilter } from '../../safety/index.ts';
import type { RoomEvents } from '../rooms.events.ts';
import type { MessageContext, RoomMedia, Speaker } from '../rooms.types.ts';
import { createAddressing } from './room-addressing.service.ts';

type Deps = {
  readonly database: Database;
  readonly appender: MessageAppender<MessageContext>;
  readonly events: Pick<RoomEvents, 'notice'>;
  readonly media: RoomMedia;
  readonly wordFilter: Pick<WordFilter, 'check' | 'report'>;
  /** Undefined when limits are off. */
  readonly throttle: SendThrottle | undefined;
};

/** Sends a message in a room. */
export type SendInRoom = ReturnType<typeof createRoomSending>;

/**
 * Creates the command. In addition to the errors of every conversation it throws `invalid_group_id`,
 * `invalid_image_url`, `invalid_youtube_url`, `not_a_member`, `group_not_found`, `whisper_to_nobody`,
 * `blocked_by_user`, `timed_out` and `slow_mode`. Membership is checked when the message is stored.
 */
export function createRoomSending({ database, appender, events, media, wordFilter, throttle }: Deps) {
  const rules: SendRules<Speaker, SendGroupMessage, MessageContext> = {
    imageRefusal: IMAGE_RULE.refusal,
    readAttachments: (speaker, message) => {
      if (message.group_id !== speaker.groupId) throw appError('invalid_group_id');
      return readAttachments(message);
    },
    targetOf: ({ groupId }) => groupId,
    takeTurn: async ({ userId, groupId }) => (throttle ? throttle(userId, groupId) : 0),
    authorize: async ({ conversationId, userId }) => {
      if (!(await members.isMember(database.db, conversationId, userId))) throw appError('not_a_member');
      refuseLimited(await writeLimits.readWriteLimits(database.db, conversationId, userId));
    },
    findConversation: ({ conversationId }) => conversationId,
    openConversation: ({ conversationId }) => conversationId,
    contextOf: ({ groupId, username, connectionId }) => ({
      groupId,
      sender: username,
      connectionId,
      recipients: [],
      mentions: [],
      ...NO_FILES,
    }),
    address: createAddressing({ db: database.db, events }),
    groupIdOf: ({ groupId }) => groupId,
    throwRefusal: (speaker, status) => throwRoomRefusal(database.db, speaker, status),
  };
  return createSending({ appender, media, wordFilter }, rules);
}

/** Throws `timed_out` or `slow_mode` for a user who may not write now (GR-03). */
export function refuseLimited({ timeoutUntil, slowModeWaitS }: writeLimits.WriteLimits): void {
  if (timeoutUntil) throw timedOut(timeoutUntil);
  if (slowModeWaitS > 0) throw appError('slow_mode', { n: slowModeWaitS, retry_after: slowModeWaitS });
}

/** Throws the error for a message of a room that was not stored. */
export async function throwRoomRefusal(
  db: Queryable,
  { userId, groupId, conversationId }: Pick<Speaker, 'userId' | 'groupId' | 'conversationId'>,
  status: RefusedStatus,
): Promise<never> {
  if (status === 'no_conversation') throw appError('group_not_found', { id: groupId });
  if (status === 'timed_out' || status === 'slow_mode') {
    const { timeoutUntil, slowModeWaitS } = await writeLimits.readWriteLimits(db, conversationId, userId);
    // The wait may have ended since the refusal.
    refuseLimited({ timeoutUntil, slowModeWaitS: Math.max(1, slowModeWaitS) });
  }
  throw appError(status === 'blocked' ? 'blocked_by_user' : 'not_a_member');
}

const IMAGE_RULE = { isAllowedUrl: isGroupImageUrl, refusal: 'invalid_image_url' } as const;

/**
 * Reads the attachments; a blank field counts as missing. Throws `invalid_youtube_url` or `invalid_image_url` (GC-54),
 * `audio_not_found` and `one_attachment` (VM-01).
 */
function readAttachments(message: SendGroupMessage): Attachments {
  const givenVideo = filled(message.youtube_url);
  const youtubeUrl = givenVideo === null ? null : plainVideoUrl(givenVideo);
  if (youtubeUrl === undefined) throw appError('invalid_youtube_url');
  const image = readImage(message, IMAGE_RULE);
  return { ...image, youtubeUrl, audioId: readAudio(message, [image.imageId, image.imageUrl, youtubeUrl]) };
}

/** One message per interval, in whole seconds, because Redis does not expire counters with shorter times. */
const BUDGET = { calls: 1, seconds: GROUP_SEND_INTERVAL_MS / 1000 };
const THROTTLE_NAME = 'group_message';

/** Returns the seconds that a user has to wait before the next message in a room; 0 accepts this one. */
export type SendThrottle = (userId: number, groupId: string) => Promise<number>;

/**
 * Creates the limit of one message a second for each user and room, over all tabs and nodes (GC-55). A message that is
 * early by no more than the tolerance is accepted and restarts the second, so that the average rate stays the same.
 */
export function createSendThrottle(limiter: RateLimiter): SendThrottle {
  return async (userId, groupId) => {
    const key = `${userId}:${groupId}`;
    const wait = await limiter.take(THROTTLE_NAME, key, BUDGET);
    if (wait * 1000 > GROUP_SEND_TOLERANCE_MS) return wait;
    if (wait > 0) {
      await limiter.reset(THROTTLE_NAME, key, BUDGET);
      await limiter.take(THROTTLE_NAME, key, BUDGET);
    }
    return 0;
  };
}
