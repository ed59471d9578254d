import type { InboxFilter, InboxItem } from '@adda/contract/inbox';
import { startLists } from '../direct/lists.fixture.ts';
import type { Person } from '../direct/direct.fixture.ts';

/** The name of a row: the id of its room, or the username of the other user. */
export const keyOf = (item: InboxItem): string => (item.kind === 'room' ? item.group_id : item.username);

/** Starts the application of the file with requests for the inbox. */
export async function startInbox() {
  const lists = await startLists();
  const { client } = lists;

  const inbox = async (someone: Person, filter?: InboxFilter): Promise<InboxItem[]> =>
    (await client('GET /inbox', { query: filter ? { filter } : {} }, someone)).data.items;

  return {
    ...lists,
    inbox,
    /** Returns the row of a room or of a private chat; undefined without one. */
    row: async (someone: Person, key: string) => (await inbox(someone)).find((item) => keyOf(item) === key),
    readUpTo: (
      someone: Person,
      place: { readonly group_id: string } | { readonly recipient: string },
      upTo: number,
    ) => client('POST /conversations/read', { body: { ...place, up_to: upTo } }, someone),
    /** Writes texts into a room, one after the other, over one connection; returns the sequence of each. */
    async write(someone: Person, groupId: string, ...texts: string[]): Promise<number[]> {
      const room = await lists.connect(someone, groupId);
      const sequences: number[] = [];
      for (const text of texts) {
        const answer = await room.send(text);
        if (!('sequence' in answer)) throw new Error(`was refused: ${answer.code}`);
        sequences.push(answer.sequence);
      }
      room.socket.disconnect();
      return sequences;
    },
  };
}
