import type { Database } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { RateLimiter } from '../../../platform/limits/rate-limiter.ts';
import type { ConversationKind, ForwardTarget, MessageAppender, Viewer } from '../../messages/index.ts';
import { lockPair } from '../../relations/index.ts';
import type { PrivateContext } from '../direct.types.ts';
import { findPairById, findPairByName, type Pair } from './pairs.repository.ts';
import { refuseFiles, refuseWriting, type Pairs } from './pairs.service.ts';
import { takePrivateTurn, throwPrivateRefusal } from './private-sending.service.ts';

type Deps = {
  readonly database: Database;
  readonly appender: Pick<MessageAppender<PrivateContext>, 'publish'>;
  readonly pairs: Pick<Pairs, 'openIn'>;
  /** Undefined when limits are off. */
  readonly limiter: RateLimiter | undefined;
};

/** Creates the targets of forwards in private chats, under the rules of sending there (FT-06). */
export function createPrivateForwarding({
  database,
  appender,
  pairs,
  limiter,
}: Deps): ConversationKind['findForwardTargets'] {
  function targetOf({ userId, username }: Viewer, { peerId, peerName, conversationId }: Pair): ForwardTarget {
    const peer = { userId: peerId, username: peerName };
    const isNew = conversationId === undefined;
    const authorize = async () => refuseWriting(await findPairById(database.db, userId, peerId));
    const authorizeForward = async () => refuseFiles(await findPairById(database.db, userId, peerId));
    return {
      place: { recipient: peerName },
      key: `direct ${Math.min(userId, peerId)} ${Math.max(userId, peerId)}`,
      conversationId,
      contentOf: ({ content, youtubeUrl }) => ({
        content: youtubeUrl === null ? content : [content, youtubeUrl].join('\n').trim(),
        youtubeUrl: null,
      }),
      authorize: authorizeForward,
      takeTurn: () => takePrivateTurn(limiter, userId),
      lock: async (tx) => (isNew ? lockPair(tx, userId, peerId) : undefined),
      open: async (tx) => conversationId ?? pairs.openIn(tx, userId, peerId),
      throwRefusal: (status) => throwPrivateRefusal(status, authorize),
      publish: ({ context: files, ...committed }, seconds) => {
        const context = { userId, username, peer, connectionId: undefined, clientTimestamp: null, ...files };
        appender.publish([{ ...committed, context }], seconds);
      },
    };
  }

  return async (viewer, place) => {
    if (!('recipient' in place)) return [];
    if (place.recipient === viewer.username) throw appError('cannot_chat_with_self');
    const pair = await findPairByName(database.db, viewer.userId, place.recipient);
    if (!pair) throw appError('user_not_found');
    return [targetOf(viewer, pair)];
  };
}
