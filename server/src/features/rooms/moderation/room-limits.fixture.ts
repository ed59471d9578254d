import { sql } from 'kysely';
import { startRooms, type Person, type RoomClient } from '../rooms.fixture.ts';

/** Sends a text that must not be refused; returns the id of the message. */
export async function say(room: RoomClient, text: string): Promise<string> {
  const sent = await room.send(text);
  if (!('_id' in sent)) throw new Error(`It was refused: ${sent.code}`);
  return sent._id;
}

/** Starts rooms with slow mode and timeouts; uses the application of the test file. */
export async function startLimits() {
  const fixture = await startRooms();
  const { client, database, open, join, person } = fixture;
  return {
    ...fixture,
    /** Sets the seconds between two messages of a member. */
    async setSlowMode(groupId: string, seconds: number): Promise<void> {
      await sql`
        UPDATE conversations SET slow_mode_s = ${seconds}
        WHERE id = (SELECT conversation_id FROM rooms WHERE group_id = ${groupId})`.execute(database.db);
    },
    /** Moves the turns and the ends of the timeouts of a room into the past. */
    async pass(groupId: string, seconds: number): Promise<void> {
      await sql`
        WITH turns AS (
          UPDATE room_turns SET taken_at = taken_at - ${seconds}::integer * interval '1 second'
          WHERE conversation_id = (SELECT conversation_id FROM rooms WHERE group_id = ${groupId})
        )
        UPDATE room_timeouts SET until = until - ${seconds}::integer * interval '1 second'
        WHERE conversation_id = (SELECT conversation_id FROM rooms WHERE group_id = ${groupId})`.execute(
        database.db,
      );
    },
    timeOut: (
      by: Person,
      groupId: string,
      { username }: Pick<Person, 'username'>,
      minutes: number,
      reason?: string,
    ) =>
      client(
        'POST /groupchat/groups/timeout',
        { body: { group_id: groupId, username, minutes, ...(reason !== undefined && { reason }) } },
        by,
      ),
    pin: (by: Person, groupId: string, messageId: string) =>
      client(
        'POST /groupchat/groups/:id/pins/:message_id',
        { params: { id: groupId, message_id: messageId } },
        by,
      ),
    unpin: (by: Person, groupId: string, messageId: string) =>
      client(
        'DELETE /groupchat/groups/:id/pins/:message_id',
        { params: { id: groupId, message_id: messageId } },
        by,
      ),
    pins: (by: Person, groupId: string) =>
      client('GET /groupchat/groups/:id/pins', { params: { id: groupId } }, by),
    log: (by: Person, groupId: string, cursor?: string) =>
      client(
        'GET /groupchat/groups/:id/log',
        { params: { id: groupId }, query: cursor === undefined ? {} : { cursor } },
        by,
      ),
    /** Creates a room of its creator with two members. */
    async roomOfThree() {
      const [creator, ann, bob] = [await person(), await person(), await person()];
      const groupId = await open(creator);
      await join(ann, groupId);
      await join(bob, groupId);
      return { creator, ann, bob, groupId };
    },
  };
}

/** Returns status and code of a response. */
export const refusalOf = ({ status, error }: { status: number; error: { code: string } }) => [
  status,
  error.code,
];
