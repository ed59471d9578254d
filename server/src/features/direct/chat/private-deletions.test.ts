import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { eventually, startChats, type Person } from '../direct.fixture.ts';

/** Creates two users with open chats and shells; ann sent a0 to a2, bob b0 to b2, in turns. */
async function startTalk() {
  const chats = await startChats();
  const open = await chats.openChat();
  const ids: Record<string, string> = {};
  for (let n = 0; n < 3; n += 1) {
    ids[`a${n}`] = await open.annChat.say(`a${n}`);
    ids[`b${n}`] = await open.bobChat.say(`b${n}`);
  }
  const contentsOf = async (someone: Person, other: Person) =>
    (await chats.read(someone, other)).data.messages.map((message) =>
      message.is_deleted ? null : message.content,
    );
  return { ...chats, ...open, id: (name: string) => ids[name] ?? '', contentsOf };
}

describe('POST /chat/delete_messages', () => {
  it('SV-43, Q-06, Q-07: own messages are deleted for both, received ones only for the caller', async () => {
    const { ann, bob, annChat, bobChat, deleteMessages, contentsOf, id, read } = await startTalk();
    const answer = await deleteMessages(ann, bob, [id('a0'), id('b0'), id('b0')], ann.username);
    expect(answer.data).toEqual({ message: 'Message deleted successfully', deleted_count: 2 });
    expect(await contentsOf(ann, bob)).toEqual([null, 'a1', 'b1', 'a2', 'b2']);
    expect(await contentsOf(bob, ann)).toEqual([null, 'b0', 'a1', 'b1', 'a2', 'b2']);
    const deleted = {
      message_ids: [id('a0')],
      sequences: [1],
      hidden: false,
      cleared_to: 0,
      revision: 1,
    };
    await eventually(() => expect(annChat.all('message_deleted')).toHaveLength(2));
    await eventually(() => expect(bobChat.all('message_deleted')).toHaveLength(1));
    expect(bobChat.all('message_deleted')).toEqual([
      { ...deleted, username: ann.username, peer: ann.username },
    ]);
    expect(annChat.all('message_deleted')).toEqual([
      {
        ...deleted,
        username: bob.username,
        peer: bob.username,
        message_ids: [id('b0')],
        sequences: [2],
        hidden: true,
        revision: 0,
      },
      { ...deleted, username: bob.username, peer: bob.username },
    ]);
    const missed = { after_sequence: 6, after_revision: 0 };
    expect((await read(ann, bob, missed)).data).toMatchObject({
      messages: [],
      revision: 1,
      deleted_sequences: [1],
      hidden_sequences: [2],
    });
    expect((await read(bob, ann, missed)).data).toMatchObject({
      revision: 1,
      deleted_sequences: [1],
      hidden_sequences: [],
    });
  });

  it('a repeated request succeeds and counts nothing; hidden messages are not found', async () => {
    const { ann, bob, deleteMessages, getMessage, id, read } = await startTalk();
    await deleteMessages(ann, bob, [id('a0'), id('b0')]);
    expect((await deleteMessages(ann, bob, [id('a0'), id('b0')])).data.deleted_count).toBe(0);
    expect((await read(ann, bob)).data.revision).toBe(1);
    expect((await getMessage(ann, id('b0'))).error.code).toBe('message_not_found');
    expect((await getMessage(bob, id('b0'))).data.content).toBe('b0');
    expect((await getMessage(bob, id('a0'))).data).toMatchObject({ is_deleted: true, content: '' });
  });

  it('is all or nothing: a message of another conversation fails the request', async () => {
    const { ann, bob, person, connectChat, deleteMessages, contentsOf, id, openChat } = await startTalk();
    const other = await openChat();
    const foreign = await other.annChat.say('not yours');
    const third = await person();
    const mineElsewhere = await (await connectChat(ann, third)).say('mine, elsewhere');
    for (const wrong of [foreign, mineElsewhere, id('a0').replace(/-.*/, '-zzz'), 'nonsense'])
      expect((await deleteMessages(ann, bob, [id('a0'), wrong])).error.code).toBe('message_not_found');
    expect(await contentsOf(ann, bob)).not.toContain(null);
  });

  it('Q-08: without ids it deletes the whole conversation: own messages for both, the others from the caller’s view', async () => {
    const { ann, bob, annChat, bobChat, deleteMessages, contentsOf, id, read } = await startTalk();
    await deleteMessages(ann, bob, [id('b1'), id('a1')]);
    const answer = await deleteMessages(ann, bob, []);
    expect(answer.data).toEqual({ message: 'All messages deleted successfully', deleted_count: 4 });
    expect((await read(ann, bob)).data).toMatchObject({ messages: [], cleared_to: 6, revision: 2 });
    expect(await contentsOf(bob, ann)).toEqual([null, 'b0', null, 'b1', null, 'b2']);
    await eventually(() =>
      expect(bobChat.all('message_deleted').at(-1)).toMatchObject({
        sequences: [1, 5],
        cleared_to: 0,
        revision: 2,
      }),
    );
    await eventually(() =>
      expect(annChat.all('message_deleted').at(-1)).toMatchObject({
        sequences: [],
        hidden: true,
        cleared_to: 6,
        revision: 2,
      }),
    );
    expect((await deleteMessages(ann, bob, [])).data.deleted_count).toBe(0);
    await bobChat.say('and on');
    expect(await contentsOf(ann, bob)).toEqual(['and on']);
  });

  it('clearing more than one event can list makes the peer’s client catch up, which returns all deletions', async () => {
    const { ann, bob, bobChat, deleteMessages, database, read } = await startTalk();
    await sql`
      WITH pair AS (
        SELECT pair.conversation_id, ann.id AS ann_id FROM direct_conversations pair
        JOIN users ann ON ann.username = ${ann.username} JOIN users bob ON bob.username = ${bob.username}
        WHERE ann.id IN (pair.low_id, pair.high_id) AND bob.id IN (pair.low_id, pair.high_id)
      ), said AS (
        INSERT INTO messages (conversation_id, sequence, sender_id, content, created_at)
        SELECT conversation_id, n, ann_id, 'x', now() + n * interval '1 millisecond'
        FROM pair, generate_series(7, 2006) AS n
      )
      UPDATE conversations SET last_sequence = 2006 FROM pair WHERE id = pair.conversation_id`.execute(
      database.db,
    );
    expect((await deleteMessages(ann, bob, [])).data.deleted_count).toBe(2006);
    await eventually(() => expect(bobChat.all('message_deleted')).toHaveLength(1));
    expect(bobChat.all('message_deleted')).toMatchObject([{ sequences: [], revision: 2 }]);
    const missed = (await read(bob, ann, { after_sequence: 2006, after_revision: 0 })).data;
    expect(missed.deleted_sequences).toHaveLength(2003);
    expect(missed.revision).toBeLessThanOrEqual(2);
  });

  it.each([
    { given: 'another name', status: 403, code: 'not_current_user' },
    { given: 'oneself', status: 400, code: 'cannot_chat_with_self' },
    { given: 'nobody', status: 404, code: 'user_not_found' },
    { given: 'strangers', status: 404, code: 'message_not_found' },
  ])('Q-03, SV-43: responds with $code for $given', async ({ given, status, code }) => {
    const { twoPeople, deleteMessages } = await startChats();
    const { ann, bob } = await twoPeople();
    const username = { oneself: ann.username, nobody: 'no-such-person' }[given] ?? bob.username;
    const name = given === 'another name' ? bob.username : undefined;
    const answer = await deleteMessages(ann, { username }, ['1-1'], name);
    expect({ status: answer.status, code: answer.error.code }).toEqual({ status, code });
    if (given === 'strangers') expect((await deleteMessages(ann, bob, [])).data.deleted_count).toBe(0);
  });

  it('R-07: during a block the peer receives no deletions, and gets them by catch-up after it ends', async () => {
    const { ann, bob, annChat, bobChat, connectShell, block, unblock, deleteMessages, read, id } =
      await startTalk();
    const shell = await connectShell(bob);
    const deletions = () => [bobChat, shell].map((client) => client.all('message_deleted'));
    await block(bob, ann);
    await deleteMessages(ann, bob, [id('a0')]);
    await eventually(() => expect(annChat.all('message_deleted')).toHaveLength(1));
    await unblock(bob, ann);
    await deleteMessages(ann, bob, [id('a1')]);
    await eventually(() => expect(deletions()).toMatchObject([[{ revision: 2 }], [{ revision: 2 }]]));
    const missed = (await read(bob, ann, { after_sequence: 6, after_revision: 0 })).data;
    expect(missed.deleted_sequences).toEqual([1, 3]);
  });

  it('R-07: during a block neither user receives a clearing', async () => {
    const { ann, bob, annChat, bobChat, block, unblock, deleteMessages } = await startTalk();
    await block(ann, bob);
    await deleteMessages(ann, bob, []);
    await eventually(() => expect(annChat.all('message_deleted')).toHaveLength(1));
    await unblock(ann, bob);
    await eventually(() => expect(bobChat.all('blocked_notification')).toHaveLength(2));
    expect(bobChat.all('message_deleted')).toEqual([]);
  });

  it('deleted messages are kept for reports, and a block does not prevent deleting', async () => {
    const { ann, bob, client, block, deleteMessages, database, id } = await startTalk();
    await block(bob, ann);
    expect((await deleteMessages(ann, bob, [])).data.deleted_count).toBe(6);
    const report = await client(
      'POST /users/report',
      { body: { reported_username: bob.username, reason: 'says things that hurt', message_id: id('b0') } },
      ann,
    );
    const { rows } = await sql<{ evidence: { content: string }[] }>`
      SELECT evidence FROM reports WHERE id = ${report.data.report_id}`.execute(database.db);
    expect(rows[0]?.evidence.map((entry) => entry.content)).toEqual(['a0', 'b0', 'a1', 'b1', 'a2', 'b2']);
  });
});
