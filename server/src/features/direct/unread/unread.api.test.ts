import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { eventually } from '../direct.fixture.ts';
import { startLists } from '../lists.fixture.ts';

describe('unread private messages', () => {
  it('UN-06: are listed, newest first, and counted by sender', async () => {
    const { person, say, unread } = await startLists();
    const [reader, ann, bob] = [await person(), await person(), await person()];
    await say(ann, reader, 'one');
    await say(bob, reader, 'two');
    await say(ann, reader, 'three');
    await say(reader, ann, 'an answer');
    const { messages, total, by_sender: bySender } = await unread(reader);
    expect(messages.map((message) => message.content)).toEqual(['three', 'two', 'one']);
    expect(messages[0]).toMatchObject({
      sender: ann.username,
      recipient: reader.username,
      is_read: false,
      group_id: null,
      groupId: null,
      group_name: null,
    });
    expect([total, bySender]).toEqual([3, { [ann.username]: 2, [bob.username]: 1 }]);
    expect((await unread(ann)).by_sender).toEqual({ [reader.username]: 1 });
  });

  it('UN-07: are read once they are marked, of one sender or of all', async () => {
    const { person, say, unread, markRead } = await startLists();
    const [reader, ann, bob] = [await person(), await person(), await person()];
    for (const [from, count] of [
      [ann, 3],
      [bob, 2],
    ] as const)
      for (let n = 0; n < count; n += 1) await say(from, reader);
    expect((await markRead(reader, ann)).data.updated_count).toBe(3);
    expect((await markRead(reader, ann)).data.updated_count).toBe(0);
    expect((await unread(reader)).by_sender).toEqual({ [bob.username]: 2 });
    await say(ann, reader);
    const all = await markRead(reader);
    expect(all.data).toEqual({ message: 'Messages marked as read', updated_count: 3 });
    expect(await unread(reader)).toEqual({ messages: [], total: 0, by_sender: {}, requests: 0, muted: 0 });
  });

  it('SV-42: of blocked users do not change', async () => {
    const { person, say, unread, markRead, block, unblock } = await startLists();
    const [reader, ann, bob] = [await person(), await person(), await person()];
    await say(ann, reader);
    await say(bob, reader);
    await block(reader, ann);
    expect((await markRead(reader)).data.updated_count).toBe(1);
    expect((await markRead(reader, ann)).data.updated_count).toBe(0);
    await unblock(reader, ann);
    expect((await unread(reader)).by_sender).toEqual({ [ann.username]: 1 });
  });

  it('SV-42: are all marked by a request without a body', async () => {
    const { person, say, unread, url } = await startLists();
    const [reader, ann] = [await person(), await person()];
    await say(ann, reader);
    const headers = { 'x-api-key': 'adda-web', authorization: `Bearer ${reader.token}` };
    const answer = await fetch(`${url}/chat/mark_read`, { method: 'POST', headers });
    expect([answer.status, await answer.json()]).toMatchObject([200, { updated_count: 1 }]);
    expect((await unread(reader)).total).toBe(0);
  });

  it('SV-42: marking a sender without messages is refused', async () => {
    const { person, client } = await startLists();
    const { status, error } = await client(
      'POST /chat/mark_read',
      { body: { sender: 'nobody-at-all' } },
      await person(),
    );
    expect([status, error.code]).toEqual([404, 'user_not_found']);
  });

  it('SV-41: lists the newest 200 and counts them all', async () => {
    const { person, say, unread, idOf, database } = await startLists();
    const [reader, ann] = [await person(), await person()];
    await say(ann, reader, 'the first');
    const sender = await idOf(ann);
    await sql`
      WITH head AS (
        UPDATE conversations SET last_sequence = 260
        WHERE id = (SELECT conversation_id FROM messages WHERE sender_id = ${sender}) RETURNING id
      )
      INSERT INTO messages (conversation_id, sequence, sender_id, content, created_at)
      SELECT head.id, n, ${sender}::bigint, 'line ' || n, now() + n * interval '1 millisecond'
      FROM head, generate_series(2, 260) AS n`.execute(database.db);
    const { messages, total, by_sender: bySender } = await unread(reader);
    expect(messages).toHaveLength(200);
    expect(messages[0]?.content).toBe('line 260');
    expect([total, bySender]).toEqual([260, { [ann.username]: 260 }]);
  });

  it('SV-41: do not include deleted or hidden messages, nor those of blocked users', async () => {
    const { person, say, unread, deleteMessages, block, unblock } = await startLists();
    const [reader, ann, bob] = [await person(), await person(), await person()];
    const takenBack = await say(ann, reader);
    const hidden = await say(ann, reader);
    await say(ann, reader, 'still there');
    await say(bob, reader);
    await deleteMessages(ann, reader, [takenBack]);
    await deleteMessages(reader, ann, [hidden]);
    await block(reader, bob);
    expect((await unread(reader)).messages.map((message) => message.content)).toEqual(['still there']);
    await unblock(reader, bob);
    expect((await unread(reader)).by_sender).toEqual({ [ann.username]: 1, [bob.username]: 1 });
    await deleteMessages(reader, ann, []);
    expect((await unread(reader)).by_sender).toEqual({ [bob.username]: 1 });
  });

  it('SV-46: there are none while the chat is open, and new ones after it was closed', async () => {
    const { person, say, unread, connectChat } = await startLists();
    const [reader, ann] = [await person(), await person()];
    await say(ann, reader, 'before');
    const chat = await connectChat(reader, ann);
    await expect.poll(async () => (await unread(reader)).total).toBe(0);
    await say(ann, reader, 'while it is open');
    expect((await unread(reader)).total).toBe(0);
    chat.socket.disconnect();
    // Closing the chat is stored a moment later; only then messages count as unread.
    await expect
      .poll(async () => {
        await say(ann, reader, 'after');
        return (await unread(reader)).total > 0;
      })
      .toBe(true);
    const { messages } = await unread(reader);
    expect(new Set(messages.map((message) => message.content))).toEqual(new Set(['after']));
  });
});

describe('unread counts in tabs', () => {
  it('UN-10, SV-99: are sent after a message, after marking, deleting, blocking and unblocking', async () => {
    const { person, say, connectShell, markRead, deleteMessages, block, unblock } = await startLists();
    const [reader, ann] = [await person(), await person()];
    const shell = await connectShell(reader);
    const newest = () => shell.all('unread_count').at(-1);
    const none = { total: 0, by_sender: {}, requests: 0, muted: 0 };
    const one = { total: 1, by_sender: { [ann.username]: 1 }, requests: 0, muted: 0 };
    await say(ann, reader);
    await eventually(() => expect(newest()).toEqual(one));
    await markRead(reader, ann);
    await eventually(() => expect(newest()).toEqual(none));
    const again = await say(ann, reader);
    await eventually(() => expect(newest()).toEqual(one));
    await deleteMessages(ann, reader, [again]);
    await eventually(() => expect(newest()).toEqual(none));
    await say(ann, reader);
    await eventually(() => expect(newest()).toEqual(one));
    await block(ann, reader);
    await eventually(() => expect(newest()).toEqual(none));
    await unblock(ann, reader);
    await eventually(() => expect(newest()).toEqual(one));
  });

  it('SV-46: sending does not mark anything as read', async () => {
    const { person, say, unread } = await startLists();
    const [reader, ann] = [await person(), await person()];
    await say(ann, reader);
    await say(reader, ann);
    expect((await unread(reader)).total).toBe(1);
  });
});
