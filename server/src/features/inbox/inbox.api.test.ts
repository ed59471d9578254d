import { INBOX_PAGE, type InboxItem } from '@adda/contract/inbox';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { keyOf, startInbox } from './inbox.fixture.ts';

it('HM-01: rooms and private chats are in one list, the newest message first, with everything a row shows', async () => {
  const { person, open, join, inbox, say, write, client } = await startInbox();
  const [ann, bob, eve] = [await person(), await person(), await person()];
  const [quiet, lively] = [await open(bob), await open(bob)];
  for (const groupId of [quiet, lively]) await join(ann, groupId);
  await say(bob, ann, 'see you at ten');
  await write(bob, lively, 'hello', `and you, @${ann.username}?`);
  await client('PUT /drafts', { body: { recipient: bob.username, text: 'on my way' } }, ann);
  await client('PUT /drafts', { body: { recipient: eve.username, text: 'we have not met' } }, ann);
  await client('POST /conversations/mute', { body: { group_id: lively } }, ann);

  const items = await inbox(ann);
  expect(items.map(keyOf)).toEqual([eve.username, lively, bob.username, quiet]);
  expect(items[0]).toMatchObject({
    kind: 'private',
    latest_message: null,
    draft: { text: 'we have not met' },
  });
  expect(items[1]).toMatchObject({
    kind: 'room',
    is_online: null,
    latest_message: { content: `and you, @${ann.username}?`, sender: bob.username },
    unread_count: 2,
    mention_count: 1,
    is_muted: true,
    draft: null,
  });
  expect(items[1]?.updated_at).toBe(items[1]?.latest_message?.timestamp);
  expect(items[2]).toMatchObject({
    kind: 'private',
    name: bob.username,
    is_online: true,
    latest_message: { content: 'see you at ten' },
    unread_count: 1,
    mention_count: 0,
    draft: { text: 'on my way', reply_to: null },
  });
  expect(items[3]).toMatchObject({ kind: 'room', unread_count: 0 });

  expect((await inbox(ann, 'rooms')).map(keyOf)).toEqual([lively, quiet]);
  expect((await inbox(ann, 'people')).map(keyOf)).toEqual([eve.username, bob.username]);
  expect((await inbox(ann, 'unread')).map(keyOf)).toEqual([lively, bob.username]);
});

it('HM-01: another filter and an unreadable cursor are refused', async () => {
  const { person, client } = await startInbox();
  const ann = await person();
  const queries: readonly Record<string, string>[] = [
    { filter: 'archived' },
    { cursor: 'x' },
    { cursor: 'zzzzzzzzzz.1' },
    { cursor: '1.99999999999' },
  ];
  for (const query of queries) {
    const refused = await client('GET /inbox', { query }, ann);
    expect({ status: refused.status, error: refused.error }, JSON.stringify(query)).toMatchObject({
      status: 400,
      error: { code: 'invalid_parameters', detail: 'Invalid request parameters' },
    });
  }
});

it('HM-01: pages hold 30 rows; a row that moves up meanwhile is not repeated and none is missed', async () => {
  const { person, open, client, write } = await startInbox();
  const ann = await person();
  const rooms: string[] = [];
  for (let n = 0; n < INBOX_PAGE + 5; n += 1) rooms.unshift(await open(ann));
  const first = (await client('GET /inbox', { query: {} }, ann)).data;
  expect(first.items.map(keyOf)).toEqual(rooms.slice(0, INBOX_PAGE));
  const [oldest = ''] = rooms.slice(-1);
  await write(ann, oldest, 'up');
  const second = (await client('GET /inbox', { query: { cursor: first.next_cursor ?? '' } }, ann)).data;
  expect(second.items.map(keyOf)).toEqual(rooms.slice(INBOX_PAGE, -1));
  expect(second.next_cursor).toBeNull();
});

it('HM-01: rooms stand where their visible messages put them, also where newer ones are hidden', async () => {
  const { person, open, join, client, write, block } = await startInbox();
  const [ann, eve] = [await person(), await person()];
  const rooms: string[] = [];
  for (let n = 0; n < 2 * INBOX_PAGE + 4; n += 1) rooms.unshift(await open(ann));
  for (const groupId of rooms) {
    await join(eve, groupId);
    await write(eve, groupId, 'hidden soon');
  }
  await block(ann, eve);
  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const { data }: { data: { items: InboxItem[]; next_cursor: string | null } } = await client(
      'GET /inbox',
      { query: cursor === '' ? {} : { cursor } },
      ann,
    );
    seen.push(...data.items.map(keyOf));
    cursor = data.next_cursor;
  }
  expect(seen).toEqual(rooms);
});

it('HM-01: the latest message is the newest that this person sees; without one a room stays and a chat goes', async () => {
  const { person, open, join, say, write, row, deleteMessages, block, unblock, suspend } = await startInbox();
  const [ann, bob, eve] = [await person(), await person(), await person()];
  const groupId = await open(bob);
  await join(ann, groupId);
  await join(eve, groupId);
  await write(bob, groupId, 'for all', `@${eve.username} for you`);
  expect(await row(ann, groupId)).toMatchObject({ latest_message: { content: 'for all' }, unread_count: 1 });
  expect(await row(eve, groupId)).toMatchObject({
    latest_message: { content: `@${eve.username} for you` },
    unread_count: 2,
  });
  await write(eve, groupId, 'from eve');
  expect(await row(ann, groupId)).toMatchObject({ latest_message: { content: 'from eve' }, unread_count: 2 });
  await block(ann, eve);
  expect(await row(ann, groupId)).toMatchObject({ latest_message: { content: 'for all' }, unread_count: 1 });

  const id = await say(bob, ann, 'private');
  await deleteMessages(ann, bob, [id]);
  expect(await row(ann, bob.username)).toBeUndefined();
  await say(bob, ann, 'again');
  await block(ann, bob);
  expect(await row(ann, bob.username)).toBeUndefined();
  await unblock(ann, bob);
  expect(await row(ann, bob.username)).toMatchObject({ latest_message: { content: 'again' } });
  await suspend(bob);
  expect(await row(ann, bob.username)).toBeUndefined();
});

it('HM-01, MR-02: a request is a row for its sender and none for its reader', async () => {
  const { person, connectStranger, row } = await startInbox();
  const [ann, bob] = [await person(), await person()];
  const chat = await connectStranger(bob, ann);
  await chat.say('hello, we have not met');
  expect(await row(bob, ann.username)).toMatchObject({
    latest_message: { content: 'hello, we have not met' },
  });
  expect(await row(ann, bob.username)).toBeUndefined();
});

it('HM-02: a room is read up to a position, which never moves back or beyond the end; whispers and mentions are read with it', async () => {
  const { person, open, join, readUpTo, row, unread, write, database } = await startInbox();
  const [ann, bob] = [await person(), await person()];
  const groupId = await open(bob);
  await write(bob, groupId, 'before ann came');
  await join(ann, groupId);
  expect(await row(ann, groupId)).toMatchObject({
    unread_count: 0,
    latest_message: { content: 'before ann came' },
  });
  const [first = 0] = await write(bob, groupId, `hi @${ann.username}`, `@${ann.username} welcome`, 'bye');
  expect(await row(ann, groupId)).toMatchObject({ unread_count: 3, mention_count: 1 });
  expect(await row(bob, groupId)).toMatchObject({ unread_count: 0 });
  expect((await unread(ann)).total).toBe(1);

  const place = { group_id: groupId };
  const { data } = await readUpTo(ann, place, first);
  expect(data).toEqual({ unread_count: 2, mention_count: 0, up_to: first });
  expect((await readUpTo(ann, place, 0)).data.up_to).toBe(first);
  const { rows } = await sql<{ last_sequence: number }>`
    SELECT last_sequence FROM conversations head JOIN rooms room ON room.conversation_id = head.id
    WHERE room.group_id = ${groupId}`.execute(database.db);
  const all = await readUpTo(ann, place, Number.MAX_SAFE_INTEGER);
  expect(all.data).toEqual({ unread_count: 0, mention_count: 0, up_to: rows[0]?.last_sequence });
  expect(await row(ann, groupId)).toMatchObject({ unread_count: 0 });
  expect((await unread(ann)).total).toBe(0);
});

it('HM-02: 99 unread messages are counted, more are 100; notices are none', async () => {
  const { client, person, open, join, readUpTo, row, write } = await startInbox();
  const [ann, bob] = [await person(), await person()];
  const name = `Hall ${bob.username.slice(-12)}`;
  const groupId = await open(bob, name);
  await join(ann, groupId);
  const sequences = await write(bob, groupId, ...Array.from({ length: 102 }, (_, n) => `${n}`));
  // The room's new creator is a notice in its history.
  const handOver = { params: { id: groupId }, body: { username: ann.username, confirm_name: name } };
  expect((await client('POST /groupchat/groups/:id/transfer', handOver, bob)).status).toBe(200);
  expect((await row(ann, groupId))?.latest_message).toMatchObject({ sender: 'system' });
  expect(await row(ann, groupId)).toMatchObject({ unread_count: 100 });
  const behind99 = sequences.at(-100) ?? 0;
  expect((await readUpTo(ann, { group_id: groupId }, behind99)).data.unread_count).toBe(99);
});

it('HM-02: a private chat is read up to a position, and its sender is told', async () => {
  const { twoPeople, say, readUpTo, row, unread, read } = await startInbox();
  const { ann, bob } = await twoPeople();
  await say(ann, bob, 'one');
  await say(ann, bob, 'two');
  expect(await row(bob, ann.username)).toMatchObject({ unread_count: 2 });
  expect((await readUpTo(bob, { recipient: ann.username }, 1)).data).toEqual({
    unread_count: 1,
    mention_count: 0,
    up_to: 1,
  });
  expect((await unread(bob)).by_sender).toEqual({ [ann.username]: 1 });
  await expect
    .poll(async () => (await read(ann, bob)).data.messages.map(({ is_read: isRead }) => isRead))
    .toEqual([true, false]);
});

it('HM-02: who is no member, unknown places and other bodies are refused', async () => {
  const { person, open, readUpTo, client } = await startInbox();
  const [ann, bob] = [await person(), await person()];
  const groupId = await open(bob);
  const codeOf = async (answer: ReturnType<typeof readUpTo>) => {
    const { status, error } = await answer;
    return [status, error.code];
  };
  expect(await codeOf(readUpTo(ann, { group_id: groupId }, 1))).toEqual([403, 'not_a_member']);
  await client(
    'PATCH /groupchat/groups/:id',
    { params: { id: groupId }, body: { visibility: 'private' } },
    bob,
  );
  expect(await codeOf(readUpTo(ann, { group_id: groupId }, 1))).toEqual([404, 'group_not_found']);
  expect(await codeOf(readUpTo(ann, { group_id: '0'.repeat(24) }, 1))).toEqual([404, 'group_not_found']);
  expect(await codeOf(readUpTo(ann, { recipient: 'nobody-here' }, 1))).toEqual([404, 'user_not_found']);
  expect((await readUpTo(ann, { recipient: bob.username }, 5)).data).toEqual({
    unread_count: 0,
    mention_count: 0,
    up_to: 0,
  });
  expect(await codeOf(readUpTo(bob, { group_id: groupId }, -1))).toEqual([422, 'validation_failed']);
  expect(await codeOf(readUpTo(bob, { group_id: groupId }, 1.5))).toEqual([422, 'validation_failed']);
});
