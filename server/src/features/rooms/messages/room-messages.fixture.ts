import type { DeleteMessagesInput, GroupOutgoing } from '@adda/contract/rooms';
import { makeKnown } from '../../../test/known-people.fixture.ts';
import { startRooms } from '../rooms.fixture.ts';
import type { Person, RoomClient } from '../rooms.fixture.ts';

/** Returns the payloads of one event that a client received, in order of arrival. */
function receivedBy<E extends keyof GroupOutgoing>(client: RoomClient, event: E): GroupOutgoing[E][] {
  const payloads: GroupOutgoing[E][] = [];
  for (const entry of client.received) if (entry.event === event) payloads.push(Object(entry.payload));
  return payloads;
}

/** Returns the deletion events that a client received. */
export const deletionsReceivedBy = (client: RoomClient) => receivedBy(client, 'message_deleted');

/** Starts the application of the file with helpers for tests of messages. */
export async function startMessages(parts?: Parameters<typeof startRooms>[1]) {
  const fixture = await startRooms(undefined, parts);
  const { client, connect, roomOf, history } = fixture;

  /** Sends messages one after the other; returns their ids. */
  async function sayAll(speaker: RoomClient, contents: readonly string[]): Promise<string[]> {
    const ids: string[] = [];
    for (const content of contents) {
      const answer = await speaker.send(content);
      if (!('_id' in answer)) throw new Error(`was refused: ${answer.code}`);
      ids.push(answer._id);
    }
    return ids;
  }

  /** Creates a room of its creator and two guests, all connected. */
  async function roomOfThree() {
    const { creator, others, groupId } = await roomOf(2);
    const [bobby = creator, evelyn = creator] = others;
    await makeKnown(fixture.database.db, [creator, bobby, evelyn]);
    const ann = await connect(creator, groupId);
    const bob = await connect(bobby, groupId);
    const eve = await connect(evelyn, groupId);
    return { groupId, creator, bobby, evelyn, ann, bob, eve };
  }

  return {
    ...fixture,
    sayAll,
    roomOfThree,
    deleteMessages: (by: Person, body: DeleteMessagesInput) =>
      client('POST /groupchat/delete_messages', { body }, by),
    getMessage: (by: Person, id: string) => client('GET /groupchat/messages/:id', { params: { id } }, by),
    /** Returns the contents of all messages of a room in order, null for deleted ones. */
    contentsOf: async (viewer: Person, groupId: string) => {
      const { data } = await history(viewer, groupId);
      return data.messages.map((message) => (message.is_deleted ? null : message.content));
    },
  };
}
