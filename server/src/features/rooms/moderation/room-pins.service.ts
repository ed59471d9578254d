import { PINS_MAX, type GroupMessage, type GroupOutgoing, type Pin } from '@adda/contract/rooms';
import { afterCommit, type Database, type Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/handler.ts';
import type { FlushEvent, RoomName } from '../../../platform/realtime/index.ts';
import { members, messageIdOf, messageRefOf, readShown, timedOut } from '../../messages/index.ts';
import type { DeletedMessages, MessageRef, ReadableConversation } from '../../messages/index.ts';
import { groupRoom, memberRoom, type GroupServer, type Room } from '../rooms.types.ts';
import { recordDeed } from './room-audit.service.ts';
import { countPins, deletePins, findPin, insertPin, listPins } from './room-pins.repository.ts';
import { lockAllowed } from './target-command.service.ts';

type Deps = { readonly database: Database; readonly server: Pick<GroupServer, 'publishFlush'> };

/** Pinned messages of rooms (GR-04). */
export type RoomPins = ReturnType<typeof createRoomPins>;

/** Creates the commands. Each holds the lock of the room, which also holds back deletions of its messages. */
export function createRoomPins({ database, server }: Deps) {
  /** Tells the room how many pins each reader sees now, after the commit. */
  async function publish(tx: Tx, conversationId: number, groupId: string): Promise<void> {
    const { count, ofOthers } = await countPins(tx, conversationId);
    const eventOf = (seen: number, except?: RoomName[]): FlushEvent<GroupOutgoing> => ({
      event: 'pins_changed',
      payload: { group_id: groupId, count: seen },
      except,
    });
    const apart = [...ofOthers].map(([userId, seen]) => [memberRoom(userId, groupId), seen] as const);
    const toRooms = new Map(apart.map(([room, seen]) => [room, [eventOf(seen)]]));
    toRooms.set(groupRoom(groupId), [
      eventOf(
        count,
        apart.map(([room]) => room),
      ),
    ]);
    afterCommit(tx, () => server.publishFlush({ toRooms, toConnections: new Map() }));
  }

  /**
   * Locks the room and the message for a moderator. Throws the refusals of the room, `timed_out` and `message_not_found`.
   */
  async function open(tx: Tx, actor: Actor, groupId: string, messageId: string) {
    const room = await lockAllowed(tx, actor, groupId, 'pin');
    const { timeout_until: until } = room.group;
    if (until !== null) throw timedOut(new Date(until));
    await members.lockHeads(tx, [room.conversationId]);
    const ref = messageRefOf(messageId);
    if (ref?.conversationId !== room.conversationId) throw appError('message_not_found');
    const { conversationId, sequence } = ref;
    const [message] = await readShown(tx, { conversationId, viewerId: actor.userId }, [sequence]);
    if (!message) throw appError('message_not_found');
    return { room, ref, message, ...(await findPin(tx, ref)) };
  }

  async function finish(tx: Tx, actor: Actor, deed: 'room_pin' | 'room_unpin', room: Room, ref: MessageRef) {
    const { conversationId, group } = room;
    await recordDeed(tx, actor, deed, {
      room,
      sequence: ref.sequence,
      auditDetails: { message_id: messageIdOf(conversationId, ref.sequence) },
    });
    await publish(tx, conversationId, group.group_id);
  }

  return {
    /** Pins a message; does nothing if it is pinned. Throws `cannot_be_pinned`, `pins_full` and the refusals of `open`. */
    pin: (actor: Actor, groupId: string, messageId: string): Promise<void> =>
      database.transaction(async (tx) => {
        const { room, ref, message, isPinned, count } = await open(tx, actor, groupId, messageId);
        if (message.senderId === null || message.recipients !== null) throw appError('cannot_be_pinned');
        if (isPinned) return;
        if (count >= PINS_MAX) throw appError('pins_full');
        await insertPin(tx, ref, actor.userId);
        await finish(tx, actor, 'room_pin', room, ref);
      }),

    /** Unpins a message; does nothing if it is not pinned. */
    unpin: (actor: Actor, groupId: string, messageId: string): Promise<void> =>
      database.transaction(async (tx) => {
        const { room, ref, isPinned } = await open(tx, actor, groupId, messageId);
        if (!isPinned) return;
        await deletePins(tx, room.conversationId, { sequences: [ref.sequence] });
        await finish(tx, actor, 'room_unpin', room, ref);
      }),

    /** Returns the pins whose messages the viewer may see, as they are now, the newest pin first. */
    async list(
      { conversationId, toWire }: ReadableConversation<GroupMessage>,
      { userId: viewerId }: Actor,
    ): Promise<Pin[]> {
      const pins = await listPins(database.db, conversationId, viewerId);
      const sequences = pins.map(({ sequence }) => sequence);
      const shown = await readShown(database.db, { conversationId, viewerId }, sequences);
      const messages = new Map(shown.map((message) => [message.sequence, message]));
      return pins.flatMap(({ sequence, pinnedBy, pinnedAt }) => {
        const message = messages.get(sequence);
        if (!message) return [];
        return [{ message: toWire(message), pinned_by: pinnedBy, pinned_at: pinnedAt.toISOString() }];
      });
    },

    /** Removes the pins of deleted messages, in the transaction of the deletion. */
    async messagesDeleted(tx: Tx, groupId: string, deleted: DeletedMessages): Promise<void> {
      const { conversationId, clearedTo, messages } = deleted;
      const sequences = messages.map(({ sequence }) => sequence);
      const count = await deletePins(tx, conversationId, { sequences, clearedTo });
      if (count > 0) await publish(tx, conversationId, groupId);
    },
  };
}
