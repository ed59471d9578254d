import { randomUUID } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { startRooms } from '../features/rooms/rooms.fixture.ts';
import { StorageFullError } from '../platform/database/index.ts';
import { createTestDatabase } from './database.fixture.ts';

it('R-21: while the disk is nearly full reads work, and writes are refused with an understandable error', async () => {
  const { database, cleanup } = await createTestDatabase();
  onTestFinished(cleanup);
  let isWritable = true;
  const full = {
    ...database,
    isWritable: () => isWritable,
    assertWritable: () => {
      if (!isWritable) throw new StorageFullError();
    },
  };
  const { roomOf, connect, client, history, getRoom } = await startRooms(
    { REDIS_URL: '' },
    { database: full },
  );
  const { creator, groupId } = await roomOf(0);
  const ann = await connect(creator, groupId);
  await ann.send('before');
  isWritable = false;
  const words = 'Adda is out of space right now. Nothing was changed; please try again later.';
  const refused = await client('POST /groupchat/groups/create', { body: { name: 'One more' } }, creator);
  expect(refused.status).toBe(503);
  expect(refused.error).toEqual({ code: 'storage_full', detail: words });
  const clientMessageId = randomUUID();
  expect(await ann.send('while full', { clientMessageId })).toEqual({
    code: 'storage_full',
    detail: words,
    clientMessageId,
  });
  expect((await getRoom(creator, groupId)).status).toBe(200);
  expect((await history(creator, groupId)).data.messages.map(({ content }) => content)).toEqual(['before']);
  isWritable = true;
  expect(await ann.send('while full', { clientMessageId })).toMatchObject({ sequence: 2 });
});
