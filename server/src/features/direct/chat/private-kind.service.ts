import type { PrivateMessage } from '@adda/contract/direct';
import { afterCommit, type Queryable, type Tx } from '../../../platform/database/index.ts';
import type { RoomName } from '../../../platform/realtime/index.ts';
import type { LiveEvent, LiveServer } from '../../live/index.ts';
import type {
  ConversationKind,
  DeletedMessages,
  EvidenceQuestion,
  EvidenceSource,
  MessageChange,
  ReadableConversation,
  StoredMessage,
  Viewer,
} from '../../messages/index.ts';
import { messageRefOf, personalDeletions } from '../../messages/index.ts';
import { readBlock } from '../../relations/index.ts';
import { chatRoom, type PrivateMedia } from '../direct.types.ts';
import type { OpenChat } from './open-chats.repository.ts';
import { findConversation, findPairOf, findPeopleOf, type Pair } from './pairs.repository.ts';
import { deletionEvents } from './private-deletions.events.ts';
import { linksFor, privateMessageOf } from './private-messages.codec.ts';

type Deps = {
  readonly server: Pick<LiveServer, 'publishFlush'>;
  readonly media: Pick<PrivateMedia, 'imageLink'>;
  /** Called with the sequence up to which a user has read messages. */
  readonly shown: (chat: OpenChat, sequence: number) => void;
  /** Called with users whose number of unread messages may have changed. */
  readonly unreadChanged: (userIds: readonly number[]) => void;
};

/** Private chats as a kind of conversation. */
export type PrivateKind = ReturnType<typeof createPrivateKind>;

/** Creates the {@link ConversationKind} of private chats. */
export function createPrivateKind({ server, media, shown, unreadChanged }: Deps) {
  const publish = (toRooms: ReadonlyMap<RoomName, readonly LiveEvent[]>) =>
    server.publishFlush({ toRooms, toConnections: new Map() });

  /** Returns the chat of the viewer with a peer, as a readable conversation. */
  function readable(
    { userId, username }: Viewer,
    pair: Pair,
    conversationId: number,
  ): ReadableConversation<PrivateMessage> {
    const linkOf = linksFor(media, userId);
    return {
      conversationId,
      isMember: true,
      isPersonal: true,
      toWire: (message: StoredMessage) => {
        const isOwn = message.senderId === userId;
        const [sender, recipient] = isOwn ? [username, pair.peerName] : [pair.peerName, username];
        const isRead = message.sequence <= (isOwn ? pair.peerRead : pair.ownRead);
        return privateMessageOf(message, { conversationId, sender, recipient, isRead }, linkOf);
      },
      shown: (sequence) => shown({ userId, peerId: pair.peerId }, sequence),
    };
  }

  const kind: ConversationKind<PrivateMessage> = {
    name: 'direct',

    async findReadable(db, conversationId, viewer) {
      const pair = await findPairOf(db, viewer.userId, conversationId);
      return pair && !pair.isBlocked ? readable(viewer, pair, conversationId) : undefined;
    },

    /** During a block the peer receives no event; its clients get the deletion by catch-up. */
    async publishDeleted(tx: Tx, deleted: DeletedMessages): Promise<void> {
      const people = await findPeopleOf(tx, deleted.conversationId);
      const user = people.find(({ userId }) => userId === deleted.userId);
      const peer = people.find((person) => person !== user);
      if (!user || !peer) return;
      const clearings = await personalDeletions.readClearings(tx, deleted.conversationId);
      const { isBlocked } = await readBlock(tx, user.userId, peer.userId);
      const isPeerAffected = deleted.cleared?.isPeerAffected ?? deleted.messages.length > 0;
      const isPeerNotified = isPeerAffected && !isBlocked;
      const toRooms = deletionEvents(deleted, {
        user: { ...user, clearedTo: deleted.cleared?.to ?? clearings.get(user.userId) ?? 0 },
        peer: { ...peer, clearedTo: clearings.get(peer.userId) ?? 0 },
        isPeerNotified,
      });
      afterCommit(tx, () => {
        publish(toRooms);
        unreadChanged(isPeerNotified ? [user.userId, peer.userId] : [user.userId]);
      });
    },

    async publishChange(db: Queryable, { event, payload, payloadOf, ...ref }: MessageChange): Promise<void> {
      const people = await findPeopleOf(db, ref.conversationId);
      const toRooms = new Map<RoomName, LiveEvent[]>();
      for (const { userId } of people) {
        const peer = people.find((person) => person.userId !== userId);
        const seen = payloadOf.has(userId) ? payloadOf.get(userId) : payload;
        if (!peer || !seen) continue;
        toRooms.set(chatRoom(userId, peer.userId), [
          { event, payload: { username: peer.username, ...seen } },
        ]);
      }
      publish(toRooms);
    },

    findEvidence,
  };
  return { ...kind, readable };
}

/** Returns the conversation of reporter and reported user, unless the report is about another one. */
export async function findEvidence(
  db: Queryable,
  { reporterId, reportedId, messageId, groupId }: EvidenceQuestion,
): Promise<readonly EvidenceSource[]> {
  const conversationId = await findConversation(db, reporterId, reportedId);
  if (conversationId === undefined) return [];
  const named = messageId === undefined ? undefined : messageRefOf(messageId);
  const isElsewhere = named ? named.conversationId !== conversationId : groupId !== undefined;
  return isElsewhere ? [] : [{ conversationId }];
}
