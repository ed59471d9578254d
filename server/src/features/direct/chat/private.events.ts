import type { RoomName } from '../../../platform/realtime/index.ts';
import { sentDraftOf, shownOther, type Committed } from '../../messages/index.ts';
import { chatRoom, untoldRoom } from '../direct.types.ts';
import { userChannel } from '../../live/index.ts';
import type { PrivateMessage } from '@adda/contract/direct';
import type { ClosedRequest, PrivateContext, PrivateMedia } from '../direct.types.ts';
import type { LiveEvent, LiveServer } from '../../live/index.ts';
import { confirmationsOf, isHeldBack, linksFor, publishedMessage } from './private-messages.codec.ts';

type Deps = {
  readonly server: LiveServer;
  readonly media: Pick<PrivateMedia, 'messageLink'>;
  /** Called when a user wrote back, which accepts the request of the peer (MR-01). */
  readonly accepted: (closing: ClosedRequest) => void;
};

/** The rooms that receive a message of a user to a peer. */
type MessageRooms = Readonly<
  Record<'ownChats' | 'theirChats' | 'ownShells' | 'theirShells' | 'ownUntold' | 'theirUntold', RoomName>
>;

/** Cached by the peer object of the connection, because an open chat sends many messages to one peer. */
const known = new WeakMap<object, MessageRooms>();

function roomsOf({ userId, peer }: PrivateContext): MessageRooms {
  const held = known.get(peer);
  if (held) return held;
  const rooms = {
    ownChats: chatRoom(userId, peer.userId),
    theirChats: chatRoom(peer.userId, userId),
    ownShells: userChannel(userId),
    theirShells: userChannel(peer.userId),
    ownUntold: untoldRoom(userId),
    theirUntold: untoldRoom(peer.userId),
  };
  known.set(peer, rooms);
  return rooms;
}

/** Creates the publisher of the private chats of this node. */
export function createPrivateEvents({ server, media, accepted }: Deps) {
  return {
    /**
     * Publishes and confirms the messages of one commit, in one flush: to the open chats of both users, to the shells
     * of the recipient and, under another event name, to the shells of the sender. Each user gets their own
     * links. A repeated message is only confirmed. The sender is not told that the chat of the recipient is
     * open if one of the two does not tell what they read (FT-03), or does not know the sender yet. The message of a stranger
     * is no `new_message` for the shells of the recipient, and nothing of one whose request was declined reaches the
     * recipient; the sender sees no difference (MR-01, MR-02). The delivery marks let each node of the recipient count what is unread.
     */
    committed(batch: readonly Committed<PrivateContext>[]): void {
      const toRooms = new Map<RoomName, LiveEvent[]>();
      const toConnections = new Map<string, LiveEvent[]>();
      const deliveredTo = new Map<RoomName, number>();
      const answers: ClosedRequest[] = [];
      for (const message of batch) {
        const { userId, peer, connectionId } = message.context;
        const rooms = roomsOf(message.context);
        const isRead = server.connectionsIn(rooms.theirChats) > 0;
        const isTold =
          isRead && !isHeldBack(message) && ![rooms.ownUntold, rooms.theirUntold].some(server.connectionsIn);
        const own = publishedMessage(message, {
          isRead: isTold,
          isSender: true,
          linkOf: linksFor(media, userId),
        });
        if (connectionId !== undefined)
          for (const event of confirmationsOf(message, own)) add(toConnections, connectionId, event);
        if (message.status === 'repeated') continue;
        const hasFiles = message.context.image || message.context.recording;
        const isSameForBoth = !hasFiles && !shownOther(message) && isTold === isRead;
        const theirs = isSameForBoth
          ? own
          : publishedMessage(message, { isRead, isSender: false, linkOf: linksFor(media, peer.userId) });
        add(toRooms, rooms.ownChats, { event: 'message', payload: own });
        if (message.hearing !== 'unheard') {
          add(toRooms, rooms.theirChats, { event: 'message', payload: theirs });
          deliveredTo.set(rooms.theirChats, message.sequence);
          if (server.isHeard(rooms.theirShells)) add(toRooms, rooms.theirShells, toShellOf(message, theirs));
        }
        if (message.hearing === 'answered') answers.push(closingOf(message.context));
        if (server.isHeard(rooms.ownShells))
          add(toRooms, rooms.ownShells, { event: 'own_message', payload: own });
        if (message.hadDraft)
          add(toRooms, rooms.ownShells, {
            event: 'draft_changed',
            payload: sentDraftOf({ recipient: peer.username }, message),
          });
      }
      server.publishFlush({ toRooms, toConnections, deliveredTo });
      for (const closing of answers) accepted(closing);
    },
  };
}

const closingOf = ({ userId, username, peer }: PrivateContext): ClosedRequest => ({
  reader: { userId, username },
  sender: { userId: peer.userId, username: peer.username },
});

/** Returns the event for the shells of the recipient: of a request only that there is one. */
const toShellOf = (message: Committed<PrivateContext>, theirs: PrivateMessage): LiveEvent =>
  isHeldBack(message)
    ? { event: 'chat_request', payload: { username: message.context.username } }
    : { event: 'new_message', payload: theirs };

function add<Key>(target: Map<Key, LiveEvent[]>, key: Key, event: LiveEvent): void {
  const events = target.get(key);
  if (events) events.push(event);
  else target.set(key, [event]);
}
