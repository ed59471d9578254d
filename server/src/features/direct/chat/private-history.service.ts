import type { PrivateHistoryPage, PrivateHistoryQuery, PrivateMessage } from '@adda/contract/direct';
import type { Database } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/handler.ts';
import type { Messages, StoredMessage } from '../../messages/index.ts';
import { messageRefOf } from '../../messages/index.ts';
import type { NewAccounts } from '../../safety/index.ts';
import type { PrivateMedia } from '../direct.types.ts';
import type { OpenChat } from './open-chats.repository.ts';
import { findPairByName, findPairOf, hasWritten, type Pair } from './pairs.repository.ts';
import { linksFor, privateMessageOf } from './private-wire.ts';

type Deps = {
  readonly database: Database;
  readonly messages: Pick<Messages, 'history' | 'find'>;
  readonly media: Pick<PrivateMedia, 'imageLink'>;
  readonly newAccounts: Pick<NewAccounts, 'hasPlainLinks'>;
  /** Called with the sequence up to which messages were shown to a user. */
  readonly shown: (chat: OpenChat, sequence: number) => void;
};

const NOTHING: Omit<PrivateHistoryPage, 'plain_links'> = {
  messages: [],
  has_more: false,
  last_sequence: 0,
  revision: 0,
  cleared_to: 0,
  deleted_sequences: [],
  hidden_sequences: [],
};

/** Reading private chats. */
export type PrivateHistory = ReturnType<typeof createPrivateHistory>;

/** Creates the queries of private chats. A block refuses reading; unavailability does not. */
export function createPrivateHistory({ database: { db }, messages, media, newAccounts, shown }: Deps) {
  /** Links of a new contact are plain text until the viewer has replied (SV-105). */
  async function hasPlainLinks(viewerId: number, { peerSince, conversationId }: Pair): Promise<boolean> {
    if (!newAccounts.hasPlainLinks(peerSince)) return false;
    return conversationId === undefined || !(await hasWritten(db, viewerId, conversationId));
  }

  return {
    /** What the two said, as the caller may see it (SV-39); throws `cannot_chat_with_self`, `user_not_found` or `blocked_by_user`. */
    async read(actor: Actor, query: PrivateHistoryQuery): Promise<PrivateHistoryPage> {
      const pair = await pairWith(db, actor, query.recipient);
      if (pair.isBlocked) throw appError('blocked_by_user');
      const { conversationId } = pair;
      const plainLinks = await hasPlainLinks(actor.userId, pair);
      if (conversationId === undefined) return { ...NOTHING, plain_links: plainLinks };
      const page = await messages.history({
        conversationId,
        viewerId: actor.userId,
        isPersonal: true,
        limit: query.limit,
        before: query.before === undefined ? undefined : new Date(query.before),
        afterSequence: query.after_sequence,
        afterRevision: query.after_revision,
      });
      shown({ userId: actor.userId, peerId: pair.peerId }, page.shownTo);
      const wire = wireOf(actor, pair, conversationId);
      return {
        messages: page.messages.map(wire),
        has_more: page.hasMore,
        last_sequence: page.lastSequence,
        revision: page.revision,
        cleared_to: page.clearedTo,
        deleted_sequences: [...page.deletedSequences],
        hidden_sequences: [...page.hiddenSequences],
        plain_links: plainLinks,
      };
    },

    /** One message that the caller may see; `message_not_found` whatever the reason is that they may not. */
    async get(actor: Actor, messageId: string): Promise<PrivateMessage> {
      const place = messageRefOf(messageId);
      const pair = place && (await findPairOf(db, actor.userId, place.conversationId));
      if (!place || !pair || pair.isBlocked) throw appError('message_not_found');
      const message = await messages.find(place, actor.userId, { isPersonal: true });
      if (!message) throw appError('message_not_found');
      return wireOf(actor, pair, place.conversationId)(message);
    },
  };

  function wireOf({ userId, username }: Actor, pair: Pair, conversationId: number) {
    const linkOf = linksFor(media, userId);
    return (message: StoredMessage): PrivateMessage => {
      const isOwn = message.senderId === userId;
      const [sender, recipient] = isOwn ? [username, pair.peerName] : [pair.peerName, username];
      const isRead = message.sequence <= (isOwn ? pair.peerRead : pair.ownRead);
      return privateMessageOf(message, { conversationId, sender, recipient, isRead }, linkOf);
    };
  }
}

/**
 * The caller and somebody, for reading and deleting: somebody who is gone is there for those who talked with them.
 * Throws `cannot_chat_with_self` or `user_not_found`.
 */
export async function pairWith(db: Database['db'], actor: Actor, username: string): Promise<Pair> {
  if (username === actor.username) throw appError('cannot_chat_with_self');
  const pair = await findPairByName(db, actor.userId, username);
  if (!pair || (!pair.isHere && pair.conversationId === undefined)) throw appError('user_not_found');
  return pair;
}
