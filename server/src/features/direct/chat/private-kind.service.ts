import type { PrivateMessage } from '@adda/contract/direct';
import { afterCommit, type Queryable, type Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { RoomName } from '../../../platform/realtime/index.ts';
import { userChannel, type Live, type LiveEvent, type LiveServer } from '../../live/index.ts';
import type {
  ConversationKind,
  DeletedMessages,
  DraftPlace,
  EvidenceQuestion,
  EvidenceSource,
  MessageChange,
  ReadableConversation,
  StoredMessage,
  Viewer,
} from '../../messages/index.ts';
import { messageRefOf, personalDeletions, previewChangeOf, reactionsChangeOf } from '../../messages/index.ts';
import { readBlock } from '../../relations/index.ts';
import { chatRoom, type PrivateMedia } from '../direct.types.ts';
import type { Receipts } from '../receipts/receipts.service.ts';
import type { OpenChat } from './open-chats.repository.ts';
import {
  findConversation,
  findPairOf,
  findPairsOf,
  findPairsWith,
  findPeopleOf,
  type Pair,
} from './pairs.repository.ts';
import { pairWith } from './pairs.service.ts';
import { deletionEvents } from './private-deletions.events.ts';
import { linksFor, privateMessageOf } from './private-messages.codec.ts';

type Deps = {
  readonly server: Pick<LiveServer, 'publishFlush'>;
  readonly media: Pick<PrivateMedia, 'messageLink'>;
  readonly findForwardTargets: ConversationKind['findForwardTargets'];
  /** Called with the sequence up to which a user has read messages. */
  readonly shown: (chat: OpenChat, sequence: number) => void;
  /** Called with what a user has received by a request. */
  readonly received: Receipts['note'];
  /** Called with users whose number of unread messages may have changed. */
  readonly unreadChanged: (userIds: readonly number[]) => void;
  readonly inboxChanged: Live['inboxChanged'];
};

/** Private chats as a kind of conversation. */
export type PrivateKind = ReturnType<typeof createPrivateKind>;

const draftPlaceOf = ({ conversationId, peerId, peerName }: Pair): DraftPlace => ({
  target: conversationId === undefined ? { peerId } : { conversationId },
  isPersonal: true,
  where: { recipient: peerName },
});

const draftPlaces: Pick<ConversationKind<PrivateMessage>, 'findDraftPlace' | 'listDraftPlaces'> = {
  async findDraftPlace(db, viewer, username) {
    const pair = await pairWith(db, viewer, username);
    if (!pair.isHere) throw appError('user_not_found');
    if (pair.isBlocked) throw appError('blocked_by_user');
    return draftPlaceOf(pair);
  },

  async listDraftPlaces(db, { userId }, { conversationIds, peerIds }) {
    const pairs = [
      ...(await findPairsOf(db, userId, conversationIds)),
      ...(await findPairsWith(db, userId, peerIds)),
    ];
    return pairs.filter(({ isHere, isBlocked }) => isHere && !isBlocked).map(draftPlaceOf);
  },
};

/** Creates the {@link ConversationKind} of private chats. */
export function createPrivateKind(deps: Deps) {
  const { server, media, shown, received, unreadChanged, inboxChanged, findForwardTargets } = deps;
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
        const isRequest = isOwn ? pair.isViewerStranger : pair.isPeerStranger;
        const isTold = !isOwn || (pair.doesViewerTellRead && pair.doesPeerTellRead && !isRequest);
        const isRead = isTold && message.sequence <= (isOwn ? pair.peerRead : pair.ownRead);
        return privateMessageOf(message, { conversationId, sender, recipient, isRead, isRequest }, linkOf);
      },
      shown: (sequence) => shown({ userId, peerId: pair.peerId }, sequence),
      fetched: (upTo) => received({ userId, peerId: pair.peerId, kind: 'delivered', upTo }),
    };
  }

  const kind: ConversationKind<PrivateMessage> = {
    name: 'direct',

    async findReadable(db, conversationId, viewer) {
      const pair = await findPairOf(db, viewer.userId, conversationId);
      return pair && !pair.isBlocked ? readable(viewer, pair, conversationId) : undefined;
    },

    async findPlaces(db, conversationIds, viewer) {
      const pairs = await findPairsOf(db, viewer.userId, conversationIds);
      return pairs.flatMap((pair) =>
        pair.isBlocked || pair.conversationId === undefined
          ? []
          : [{ ...readable(viewer, pair, pair.conversationId), where: { username: pair.peerName } }],
      );
    },

    /** During a block the peer receives no event; its clients get the deletion by catch-up. */
    async publishDeleted(tx: Tx, deleted: DeletedMessages): Promise<void> {
      const deletion = await readDeletion(tx, deleted);
      if (!deletion) return;
      const { toRooms, userIds } = deletion;
      afterCommit(tx, () => {
        publish(toRooms);
        unreadChanged(userIds);
        const { conversationId } = deleted;
        inboxChanged(userIds.map((userId) => ({ userId, place: { conversationId } })));
      });
    },

    async publishChange(db: Queryable, change: MessageChange): Promise<void> {
      const { conversationId, messageOf } = change;
      const people = await findPeopleOf(db, conversationId);
      const toRooms = new Map<RoomName, LiveEvent[]>();
      for (const person of people) {
        const peer = people.find(({ userId }) => userId !== person.userId);
        const seen = messageOf.get(person.userId);
        const chat = seen && (await kind.findReadable(db, conversationId, person));
        if (!peer || !chat) continue;
        const event = changeEvent(change, seen, chat, peer.username);
        toRooms.set(chatRoom(person.userId, peer.userId), [event]);
        // The list of conversations shows the text of the newest message.
        if (event.event === 'message_edited') toRooms.set(userChannel(person.userId), [event]);
      }
      publish(toRooms);
    },

    mentionsOf: async () => [],
    ...draftPlaces,
    findForwardTargets,
    findEvidence,
  };
  return { ...kind, readable };
}

/** Returns those of the deleted messages that the peer never saw (MR-02). */
const readUnheard = (tx: Tx, { conversationId, messages }: DeletedMessages, peerId: number) =>
  personalDeletions.listHidden(
    tx,
    conversationId,
    peerId,
    messages.map(({ sequence }) => sequence),
  );

/** Returns the events of a deletion, and the users who get them; undefined for a conversation that is no private chat. */
async function readDeletion(tx: Tx, deleted: DeletedMessages) {
  const people = await findPeopleOf(tx, deleted.conversationId);
  const user = people.find(({ userId }) => userId === deleted.userId);
  const peer = people.find((person) => person !== user);
  if (!user || !peer) return;
  const clearings = await personalDeletions.readClearings(tx, deleted.conversationId);
  const { isBlocked } = await readBlock(tx, user.userId, peer.userId);
  const hiddenFromPeer = await readUnheard(tx, deleted, peer.userId);
  const isPeerAffected = deleted.cleared?.isPeerAffected ?? hiddenFromPeer.size < deleted.messages.length;
  const isPeerNotified = isPeerAffected && !isBlocked;
  const toRooms = deletionEvents(deleted, {
    user: { ...user, clearedTo: deleted.cleared?.to ?? clearings.get(user.userId) ?? 0 },
    peer: { ...peer, clearedTo: clearings.get(peer.userId) ?? 0 },
    isPeerNotified,
    hiddenFromPeer,
  });
  return { toRooms, userIds: isPeerNotified ? [user.userId, peer.userId] : [user.userId] };
}

/** Returns the event of a changed message for one of the two users, who sees it as `seen`. */
function changeEvent(
  change: MessageChange,
  seen: StoredMessage,
  chat: ReadableConversation<PrivateMessage>,
  peerName: string,
): LiveEvent {
  const wire = chat.toWire(seen);
  switch (change.event) {
    case 'message_edited':
      return { event: change.event, payload: { ...wire, revision: change.revision } };
    case 'message_preview':
      return { event: change.event, payload: { username: peerName, ...previewChangeOf(change, wire) } };
    case 'message_reactions':
      return { event: change.event, payload: { username: peerName, ...reactionsChangeOf(change, seen) } };
  }
}

/**
 * Returns the conversation of reporter and reported user, unless the report is about another one; for a threat also the
 * whole of it in any case.
 */
export async function findEvidence(
  db: Queryable,
  { reporterId, reportedId, messageId, groupId, hasWholeChat = false }: EvidenceQuestion,
): Promise<readonly EvidenceSource[]> {
  const conversationId = await findConversation(db, reporterId, reportedId);
  if (conversationId === undefined) return [];
  const named = messageId === undefined ? undefined : messageRefOf(messageId);
  const isElsewhere = named ? named.conversationId !== conversationId : groupId !== undefined;
  return [
    ...(isElsewhere ? [] : [{ conversationId }]),
    ...(hasWholeChat ? [{ conversationId, isWhole: true }] : []),
  ];
}
