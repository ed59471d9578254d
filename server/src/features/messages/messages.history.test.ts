import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { deletions, type Messages } from './index.ts';
import { conversationOf, draftOf, upTo } from './messages.fixture.ts';

const sequencesOf = (page: Awaited<ReturnType<Messages['history']>>) =>
  page.messages.map((message) => message.sequence);

it('SV-36, Q-30: paging back over 300 messages by time has no gaps and no duplicates', async () => {
  const { read } = await conversationOf(300);
  const seen: number[] = [];
  let before: Date | undefined;
  for (let hasMore = true; hasMore;) {
    const page = await read({ before, limit: 37 });
    expect(page.lastSequence).toBe(300);
    seen.unshift(...sequencesOf(page));
    hasMore = page.hasMore;
    before = new Date(page.messages[0]?.createdAt ?? 0);
  }
  expect(seen).toEqual(upTo(1, 300));
  expect(await read({ before })).toMatchObject({ messages: [], hasMore: false });
});

it('R-04: returns messages after a sequence, ascending, and whether there are more', async () => {
  const { read } = await conversationOf(120);
  const first = await read({ afterSequence: 30 });
  expect([sequencesOf(first), first.hasMore]).toEqual([upTo(31, 80), true]);
  const second = await read({ afterSequence: 80 });
  expect([sequencesOf(second), second.hasMore]).toEqual([upTo(81, 120), false]);
  expect(await read({ afterSequence: 120 })).toMatchObject({
    messages: [],
    hasMore: false,
    lastSequence: 120,
  });
});

it('X-35: only sender and recipients can read private messages, in pages and in catch-up', async () => {
  const { appender, read, room, ann, bob, eve } = await conversationOf(2);
  await appender.append({ ...draftOf(room, ann, 'secret'), recipientIds: [bob] }, '');
  await appender.append(draftOf(room, ann, 'open'), '');
  expect(sequencesOf(await read({ viewerId: ann }))).toEqual([1, 2, 3, 4]);
  expect(sequencesOf(await read({ viewerId: bob }))).toEqual([1, 2, 3, 4]);
  expect(sequencesOf(await read({ viewerId: eve }))).toEqual([1, 2, 4]);
  const caughtUp = await read({ viewerId: eve, afterSequence: 2 });
  expect([sequencesOf(caughtUp), caughtUp.lastSequence]).toEqual([[4], 4]);
});

it('SV-36: a deleted message keeps its sequence and has no content', async () => {
  const { database, read, room } = await conversationOf(2);
  await sql`
    UPDATE messages SET deleted_at = now(), image_id = 'an-image', youtube_url = 'https://youtu.be/dQw4w9WgXcQ'
    WHERE conversation_id = ${room} AND sequence = 1`.execute(database.db);
  const { messages } = await read({});
  expect(messages[0]).toMatchObject({
    sequence: 1,
    content: '',
    image: null,
    youtubeUrl: null,
    isDeleted: true,
  });
  expect(messages[1]).toMatchObject({ sequence: 2, content: 'words of m2', isDeleted: false });
});

it('Q-30: finds the position of a timestamp also where rows are missing', async () => {
  const { database, read, room } = await conversationOf(40);
  const times = (await read({})).messages.map((message) => message.createdAt);
  await sql`DELETE FROM messages WHERE conversation_id = ${room} AND sequence BETWEEN 10 AND 30`.execute(
    database.db,
  );
  for (const [index, time] of times.entries()) {
    const expected = upTo(1, index).filter((sequence) => sequence < 10 || sequence > 30);
    expect(sequencesOf(await read({ before: new Date(time) }))).toEqual(expected);
  }
});

it('an empty conversation has an empty history', async () => {
  const { read } = await conversationOf(0);
  expect(await read({ afterRevision: 0 })).toEqual({
    messages: [],
    hasMore: false,
    shownTo: 0,
    lastSequence: 0,
    revision: 0,
    clearedTo: 0,
    deletedSequences: [],
    hiddenSequences: [],
    changedMessages: [],
    isTooMany: false,
  });
});

it('GC-02: an image has its size, or none after it was deleted from the store', async () => {
  const { database, appender, read, room, ann } = await conversationOf(0);
  await sql`
    INSERT INTO images (id, owner_id, width, height, bytes) VALUES ('kept-image', ${ann}, 640, 480, 1000)`.execute(
    database.db,
  );
  await appender.append({ ...draftOf(room, ann, 'a'), imageId: 'kept-image' }, '');
  await appender.append({ ...draftOf(room, ann, 'b'), imageId: 'gone-image' }, '');
  const { messages } = await read({});
  expect(messages.map((message) => message.image)).toEqual([
    { id: 'kept-image', size: { width: 640, height: 480 } },
    { id: 'gone-image', size: null },
  ]);
});

it('RY-04: a page around a message has 25 messages on each side and says what lies beyond', async () => {
  const { read } = await conversationOf(120);
  const around = async (aroundSequence: number) => {
    const page = await read({ aroundSequence });
    return [sequencesOf(page), page.hasMore, page.hasMoreAfter, page.shownTo];
  };
  expect(await around(60)).toEqual([upTo(35, 85), true, true, 0]);
  expect(await around(1)).toEqual([upTo(1, 26), false, true, 0]);
  expect(await around(26)).toEqual([upTo(1, 51), false, true, 0]);
  expect(await around(27)).toEqual([upTo(2, 52), true, true, 0]);
  expect(await around(94)).toEqual([upTo(69, 119), true, true, 0]);
  expect(await around(95)).toEqual([upTo(70, 120), true, false, 120]);
  expect(await around(120)).toEqual([upTo(95, 120), true, false, 120]);
  expect(await around(121)).toEqual([upTo(70, 120), true, false, 120]);
  expect(await around(Number.MAX_SAFE_INTEGER)).toEqual([upTo(70, 120), true, false, 120]);
});

it('RY-04: a page around a message that the reader cannot see has its neighbours alone', async () => {
  const { appender, database, messages, read, room, ann, bob, eve } = await conversationOf(30);
  await appender.append({ ...draftOf(room, ann, 'secret'), recipientIds: [bob] }, '');
  await Promise.all(upTo(32, 70).map((n) => appender.append(draftOf(room, ann, `m${n}`), '')));
  const page = await read({ viewerId: eve, aroundSequence: 31 });
  expect(sequencesOf(page)).toEqual([...upTo(6, 30), ...upTo(32, 56)]);
  expect([page.hasMore, page.hasMoreAfter]).toEqual([true, true]);
  expect(sequencesOf(await read({ viewerId: bob, aroundSequence: 31 }))).toEqual(upTo(6, 56));
  await database.transaction((tx) => deletions.clear(tx, room));
  await appender.append(draftOf(room, ann, 'after'), '');
  const cleared = await messages.history({
    conversationId: room,
    viewerId: ann,
    limit: 50,
    aroundSequence: 31,
  });
  expect([sequencesOf(cleared), cleared.hasMore, cleared.hasMoreAfter]).toEqual([[71], false, false]);
});
