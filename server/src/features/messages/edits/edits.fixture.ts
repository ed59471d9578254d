import type { EditInput } from '@adda/contract/messages';
import type { PrivateOutgoing } from '@adda/contract/direct';
import type { GroupOutgoing } from '@adda/contract/rooms';
import { sql } from 'kysely';
import type { Person, ReceivedEvent } from '../../rooms/rooms.fixture.ts';
import { startChats } from '../../direct/direct.fixture.ts';
import { messageRefOf } from '../message-id.codec.ts';

/** Starts the application of the file with requests that edit messages. */
export async function startEditing(settings?: Record<string, string>) {
  const chats = await startChats(settings);
  const { client, database } = chats;

  /** Changes the text of a message. */
  const edit = (someone: Person, id: string, content: string, more: Partial<EditInput> = {}) =>
    client('PATCH /messages/:id', { params: { id }, body: { content, ...more } }, someone);

  /** Adds or removes a reaction. */
  const react = (someone: Person, id: string, emoji: string, on = true) =>
    client('POST /messages/:id/reactions', { params: { id }, body: { emoji, on } }, someone);

  /** A room of its creator and two guests, with a client of the creator. */
  async function openRoom() {
    const { creator, groupId, others } = await chats.roomOf(2);
    const [bob = creator, eve = creator] = others;
    const annClient = await chats.connect(creator, groupId);
    /** Sends as the creator; returns the id. */
    const say = async (content: string, more: Parameters<typeof annClient.send>[1] = {}): Promise<string> => {
      const sent = await annClient.send(content, more);
      if (!('_id' in sent)) throw new Error(`was refused: ${sent.code}`);
      return sent._id;
    };
    return { ann: creator, bob, eve, groupId, annClient, say };
  }

  /** Returns the stored former texts of a message, oldest first. */
  async function formerTexts(id: string): Promise<string[]> {
    const ref = messageRefOf(id);
    const { rows } = await sql<{ content: string }>`
      SELECT content FROM message_versions
      WHERE conversation_id = ${ref?.conversationId} AND sequence = ${ref?.sequence} ORDER BY revision`.execute(
      database.db,
    );
    return rows.map(({ content }) => content);
  }

  /** Moves the time when a message was sent into the past. */
  async function age(id: string, hours: number): Promise<void> {
    const ref = messageRefOf(id);
    await sql`
      UPDATE messages SET created_at = created_at - ${hours} * interval '1 hour'
      WHERE conversation_id = ${ref?.conversationId} AND sequence = ${ref?.sequence}`.execute(database.db);
  }

  return { ...chats, edit, react, openRoom, formerTexts, age };
}

type Edited = GroupOutgoing['message_edited'] | PrivateOutgoing['message_edited'];

/** Returns the payloads of the edits that a client received, in order. */
export const editsOf = ({ received }: { readonly received: readonly ReceivedEvent[] }): Edited[] =>
  // The listener's type is unknown for socket.io's payloads.
  received.flatMap(({ event, payload }) => (event === 'message_edited' ? [payload as Edited] : []));
