import type { directRoutes, UnreadMessage } from '@adda/contract/direct';
import { UNREAD_LIST_MAX } from '@adda/contract/direct';
import type { Logger } from 'pino';
import { afterCommit, type Database, type Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { Actor, Handlers } from '../../../platform/http/handler.ts';
import { linksFor, privateMessageOf } from '../chat/private-messages.codec.ts';
import type { PrivateMedia } from '../direct.types.ts';
import type { Receipts } from '../receipts/receipts.service.ts';
import type { Live } from '../../live/index.ts';
import { mentions, type Messages } from '../../messages/index.ts';
import { createReadWhispers, type PersonInRoom, type ReadWhispers } from './read-whispers.service.ts';
import { createMentionCounts, createUnreadCounts } from './unread-counts.service.ts';
import { markWhispersRead, type ReadInRoom } from './whispers.repository.ts';
import {
  findSender,
  markAllRead,
  readUnread,
  unreadCountOf,
  type Unread as Waiting,
} from './unread.repository.ts';

type Deps = {
  readonly database: Database;
  readonly live: Pick<Live, 'server' | 'inboxChanged'>;
  readonly media: Pick<PrivateMedia, 'messageLink' | 'viewerCookie'>;
  /** Called with what a user has received or read by a request. */
  readonly received: Receipts['note'];
  /** Called after the commit with conversations in which read positions moved. */
  readonly seen: Messages['activity']['read'];
  readonly logger: Logger;
};

/** The unread messages of users: private messages, and whispers in rooms of which they are members (SV-46, Q-12). */
export type Unread = {
  readonly handlers: Pick<Handlers<typeof directRoutes>, 'GET /chat/unread' | 'POST /chat/mark_read'>;
  /** Recounts for these users and notifies all their connections; called after the commit. */
  readonly changed: (userIds: Iterable<number>) => void;
  /** Recounts for the connections on this node of users who got messages in chats that are not open here. */
  readonly changedHere: (userIds: readonly number[]) => void;
  /** Receives the whispers of rooms and the connections to rooms. */
  readonly whispers: Pick<
    ReadWhispers,
    'arrive' | 'leave' | 'shown' | 'whispered' | 'mentioned' | 'cleared'
  > & {
    /** Users left rooms, or whispers to them were deleted. */
    readonly changed: (userIds: Iterable<number>) => void;
    /** Messages with mentions of these users were deleted, hidden or shown again, or edited. */
    readonly mentionsChanged: (people: Iterable<PersonInRoom>) => void;
  };
  /** Reads the whispers and mentions of a room up to a sequence, and recounts after the commit (HM-02). */
  readonly readRoom: (tx: Tx, read: ReadInRoom) => Promise<void>;
  /** Recounts the mentions of these users in all rooms, because a block began or ended. */
  readonly mentionsOfChanged: (userIds: readonly number[]) => void;
  /** Resolves when all earlier changes are stored and published. */
  readonly settled: () => Promise<void>;
  /** Call when the connections are closed and before the database closes. */
  readonly close: () => Promise<void>;
};

/** Creates the lists and counts of unread messages. */
export function createUnread({ database, live, media, received, seen, logger }: Deps): Unread {
  const { server } = live;
  const counts = createUnreadCounts({ database, server, logger });
  const mentionCounts = createMentionCounts({ database, server, logger });
  const mentionsChanged = (people: Iterable<PersonInRoom>) => {
    const all = [...people];
    mentionCounts.changed(all);
    live.inboxChanged(all.map(({ userId, conversationId }) => ({ userId, place: { conversationId } })));
  };
  const whispers = createReadWhispers({ database, logger, changed: counts.changed, mentionsChanged });

  /** Returns the newest unread messages and their total number (SV-41). */
  async function list(actor: Actor) {
    const { newest, ...counts } = await readUnread(database.db, actor.userId, UNREAD_LIST_MAX);
    for (const { message, groupId } of newest)
      if (message.senderId !== null && groupId === null)
        received({
          userId: actor.userId,
          peerId: message.senderId,
          kind: 'delivered',
          upTo: message.sequence,
        });
    const linkOf = linksFor(media, actor.userId);
    const messages = newest.map((waiting) => unreadMessageOf(actor, waiting, linkOf));
    return { messages, ...unreadCountOf(counts) };
  }

  /** Marks the messages of one sender as read, or all messages (SV-42, Q-11). Throws `user_not_found`. */
  async function markRead({ userId }: Actor, sender: string | undefined): Promise<number> {
    const senderId = sender === undefined ? undefined : await findSender(database.db, sender);
    if (sender !== undefined && senderId === undefined) throw appError('user_not_found');
    const { count, chats } = await markAllRead(database.db, userId, senderId);
    for (const chat of chats) received({ userId, ...chat, kind: 'read' });
    seen(chats.map(({ peerId }) => ({ userId, peerId })));
    live.inboxChanged(chats.map(({ peerId }) => ({ userId, place: { peerId } })));
    counts.changed([userId]);
    return count;
  }

  async function readRoom(tx: Tx, read: ReadInRoom): Promise<void> {
    const whispered = await markWhispersRead(tx, [read]);
    const mentioned = await mentions.markMentionsRead(tx, [read]);
    afterCommit(tx, () => {
      counts.changed(whispered);
      mentionsChanged(mentioned);
      const { userId, conversationId } = read;
      seen([read]);
      live.inboxChanged([{ userId, place: { conversationId } }]);
    });
  }

  async function settled(): Promise<void> {
    await whispers.settled();
    await counts.settled();
    await mentionCounts.settled();
  }

  return {
    handlers: {
      'GET /chat/unread': ({ actor, origin }) => {
        media.viewerCookie.remember(origin.cookies, actor);
        return list(actor);
      },
      'POST /chat/mark_read': async ({ actor, body }) => ({
        message: 'Messages marked as read',
        updated_count: await markRead(actor, body?.sender),
      }),
    },
    changed: counts.changed,
    changedHere: counts.changedHere,
    whispers: { ...whispers, changed: counts.changed, mentionsChanged },
    readRoom,
    mentionsOfChanged: (userIds) =>
      mentionCounts.changed(userIds.map((userId) => ({ userId, conversationId: null }))),
    settled,
    close: async () => {
      await whispers.close();
      await settled();
    },
  };
}

function unreadMessageOf(
  { username: recipient }: Actor,
  { conversationId, message, sender, groupId, groupName }: Waiting,
  linkOf: ReturnType<typeof linksFor>,
): UnreadMessage {
  return {
    ...privateMessageOf(
      message,
      { conversationId, sender, recipient, isRead: false, isRequest: false },
      linkOf,
    ),
    group_id: groupId,
    groupId,
    group_name: groupName,
  };
}
