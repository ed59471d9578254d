import type { ForwardInput } from '@adda/contract/messages';
import { sql } from 'kysely';
import { startPrivacy } from '../../privacy/privacy.fixture.ts';
import type { Person } from '../../direct/direct.fixture.ts';

/** Starts the application of the file with requests that forward messages, and two rooms of `ann`, `bob` and `eve`. */
export async function startForwarding(settings?: Record<string, string>) {
  const chats = await startPrivacy(settings);
  const { client, person, open, join, connect, history, database } = chats;
  const [ann, bob, eve] = [await person(), await person(), await person()];
  const [source, other] = [await open(ann), await open(ann)];
  for (const groupId of [source, other]) for (const member of [bob, eve]) await join(member, groupId);
  await chats.makeKnown(ann, bob, eve);
  const annRoom = await connect(ann, source);

  /** Sends as `ann` in the first room; returns the id. */
  async function say(content: string, more: Parameters<typeof annRoom.send>[1] = {}): Promise<string> {
    const sent = await annRoom.send(content, more);
    if (!('_id' in sent)) throw new Error(`was refused: ${sent.code}`);
    return sent._id;
  }

  const forward = (by: Person, id: string, to: ForwardInput['to'], key?: string) =>
    client(
      'POST /messages/:id/forward',
      { params: { id }, body: { to, ...(key !== undefined && { forward_key: key }) } },
      by,
    );

  return {
    ...chats,
    ann,
    bob,
    eve,
    /** The room where `say` sends. */
    source,
    /** Another room of the same members. */
    other,
    say,
    forward,
    /** Returns the messages of a room as a user sees them. */
    messagesOf: async (by: Person, groupId: string) => (await history(by, groupId)).data.messages,
    unsuspend: (by: Person) =>
      sql`UPDATE users SET suspended_at = NULL WHERE username = ${by.username}`.execute(database.db),
    /** Sets whether the user is named in forwards of their messages. */
    nameWhenForwarded: (by: Person, isNamed: boolean) =>
      sql`UPDATE users SET name_when_forwarded = ${isNamed} WHERE username = ${by.username}`.execute(
        database.db,
      ),
  };
}
