import { videoUrlOf } from '@adda/contract/video';
import type { Database } from '../platform/database/index.ts';
import type { Client } from '../test/client.ts';
import { insertHistory, insertMembers, lockRoom } from './big-room.repository.ts';
import { chatter, personName } from './community.ts';
import { enter, openRoom } from './fill.ts';

/** First index of the crowd's names, far from those of the community. */
const FIRST_NAME = 10_000;
const SIZE = { members: 5000, messages: 100_000 };
const OPEN_FILM = 'aqz-KE-bpKQ';
const ROOM = { name: 'The Big Adda', description: 'Five thousand people and everything they ever said' };

/**
 * Creates one room and fills it directly in the database, for testing large rooms. A room with messages stays
 * unchanged.
 */
export async function fillBigRoom(
  { transaction }: Database,
  client: Client,
  { members, messages } = SIZE,
): Promise<string> {
  const creator = await enter(client, 0);
  const groupId = await openRoom(client, ROOM, creator);
  const names = Array.from({ length: members - 1 }, (_, n) => personName(FIRST_NAME + n));
  await transaction(async (tx) => {
    const room = await lockRoom(tx, groupId);
    if (!room || room.lastSequence > 0) return;
    await insertMembers(tx, room.conversationId, { names, passwordOf: creator.username });
    await insertHistory(tx, room.conversationId, {
      messages,
      lines: chatter,
      videoUrl: videoUrlOf(OPEN_FILM),
    });
  });
  return `${ROOM.name}: ${members} members, ${messages} messages`;
}
