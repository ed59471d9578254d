import type { ActivityItem } from '@adda/contract/activity';
import type { Person } from '../../rooms/rooms.fixture.ts';
import { startEditing } from '../edits/edits.fixture.ts';
import { messageRefOf } from '../message-id.codec.ts';

/** Starts the application of the file with requests for the activity of users. */
export async function startActivity() {
  const app = await startEditing();
  const { client } = app;

  const activity = async (someone: Person, filter?: string) =>
    (await client('GET /activity', { query: filter === undefined ? {} : { filter } }, someone)).data;

  return {
    ...app,
    activity,
    /** Returns the items of a user, the newest first. */
    items: async (someone: Person, filter?: string): Promise<ActivityItem[]> =>
      (await activity(someone, filter)).items,
    unread: async (someone: Person): Promise<number> => (await activity(someone)).unread_count,
    /** Reads a room or private chat up to a message. */
    readUpTo: (
      someone: Person,
      place: { readonly group_id: string } | { readonly recipient: string },
      id: string,
    ) =>
      client(
        'POST /conversations/read',
        { body: { ...place, up_to: messageRefOf(id)?.sequence ?? 0 } },
        someone,
      ),
    deleteInRoom: (someone: Person, id: string) =>
      client('POST /groupchat/delete_messages', { body: { message_ids: [id] } }, someone),
  };
}
