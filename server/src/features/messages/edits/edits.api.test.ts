import { EDIT_KEY_MAX, MESSAGE_MAX_LENGTH } from '@adda/contract/messages';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { startReports } from '../../moderation/reports/reports.fixture.ts';
import { eventually, startSafety } from '../../safety/safety.fixture.ts';
import { messageSections } from '../index.ts';
import { startEditing } from './edits.fixture.ts';

const refused = (status: number, code: string, detail?: string) => ({
  status,
  error: { code, ...(detail !== undefined && { detail }) },
});
const MISSING = refused(404, 'message_not_found');

it('ED-01, ED-02: the author changes the text, which every reader gets with the time of the edit', async () => {
  const { edit, openRoom, history, client } = await startEditing();
  const { ann, bob, groupId, say } = await openRoom();
  const id = await say('first');
  await say('second');
  const before = (await history(bob, groupId)).data;
  expect(before.messages[0]).toMatchObject({ edited_at: null, version: 0 });
  const answer = await edit(ann, id, 'changed');
  expect(answer.status).toBe(200);
  expect(answer.data).toMatchObject({ _id: id, content: 'changed', version: 1, group_id: groupId });
  const { timestamp, edited_at: editedAt } = answer.data;
  expect(Date.parse(editedAt ?? '')).toBeGreaterThan(Date.parse(timestamp));
  const page = (await history(bob, groupId)).data;
  expect(page.messages.map(({ content }) => content)).toEqual(['changed', 'second']);
  expect(page).toMatchObject({ revision: 1, last_sequence: 2 });
  expect(page.messages[0]).toMatchObject({ edited_at: editedAt, version: 1, timestamp });
  const one = await client('GET /groupchat/messages/:id', { params: { id } }, bob);
  expect(one.data).toMatchObject({ content: 'changed', edited_at: editedAt });
});

it('ED-01: the same text again is no edit', async () => {
  const { edit, openRoom, history, formerTexts } = await startEditing();
  const { ann, groupId, say } = await openRoom();
  const id = await say('first');
  const answer = await edit(ann, id, 'first', { edit_key: 'same' });
  expect(answer).toMatchObject({ status: 200, data: { edited_at: null, version: 0 } });
  expect((await history(ann, groupId)).data.revision).toBe(0);
  expect(await formerTexts(id)).toEqual([]);
});

it('ED-01: other readers, moderators included, are told that it is not theirs; everybody else finds nothing', async () => {
  const { edit, openRoom, person, admin, join, leave, grant, client } = await startEditing();
  const { ann, bob, eve, groupId, say } = await openRoom();
  const id = await say('hello');
  const moderator = await person();
  await join(moderator, groupId);
  await grant(ann, groupId, moderator, ['can_kick', 'can_ban']);
  const notYours = refused(403, 'not_your_message', 'You can change only your own messages');
  for (const reader of [bob, moderator, await admin()])
    expect(await edit(reader, id, 'mine now')).toMatchObject(notYours);
  expect(await edit(await person(), id, 'mine now')).toMatchObject(MISSING);
  await leave(eve, groupId);
  expect(await edit(eve, id, 'mine now')).toMatchObject(MISSING);
  for (const unknown of ['zz-1', 'not an id', `${id}0`])
    expect(await edit(ann, unknown, 'words')).toMatchObject(MISSING);
  expect((await client('GET /groupchat/messages/:id', { params: { id } }, ann)).data.content).toBe('hello');
});

it('ED-01: a former member, a deleted message and a cleared room: 404', async () => {
  const { edit, openRoom, leave, connect, client } = await startEditing();
  const { ann, bob, groupId, say } = await openRoom();
  const bobClient = await connect(bob, groupId);
  const sent = await bobClient.send('from bob');
  const bobs = '_id' in sent ? sent._id : '';
  await leave(bob, groupId);
  expect(await edit(bob, bobs, 'changed')).toMatchObject(MISSING);
  const id = await say('gone soon');
  await client('POST /groupchat/delete_messages', { body: { message_ids: [id] } }, ann);
  expect(await edit(ann, id, 'changed')).toMatchObject(MISSING);
  const other = await say('cleared soon');
  await client('POST /groupchat/delete_messages', { body: { group_id: groupId } }, ann);
  expect(await edit(ann, other, 'changed')).toMatchObject(MISSING);
});

it('ED-01: a message can be changed for 24 hours, or for as long as EDIT_WINDOW_HOURS says', async () => {
  const { edit, openRoom, age } = await startEditing();
  const { ann, say } = await openRoom();
  const id = await say('hello');
  await age(id, 23);
  expect((await edit(ann, id, 'in time')).status).toBe(200);
  await age(id, 2);
  expect(await edit(ann, id, 'late')).toMatchObject(
    refused(403, 'edit_too_late', 'This message is too old to change'),
  );
  const short = await startEditing({ EDIT_WINDOW_HOURS: '1' });
  const room = await short.openRoom();
  const other = await room.say('hello');
  await short.age(other, 2);
  expect(await short.edit(room.ann, other, 'late')).toMatchObject(refused(403, 'edit_too_late'));
});

it('ED-01: limits of sending: a text is not empty, not too long, and has no refused words', async () => {
  const { edit, openRoom, formerTexts } = await startEditing();
  const { ann, say } = await openRoom();
  const id = await say('hello');
  for (const blank of ['', '  \n', '​'])
    expect(await edit(ann, id, blank)).toMatchObject(refused(400, 'message_empty'));
  expect(await edit(ann, id, 'x'.repeat(MESSAGE_MAX_LENGTH + 1))).toMatchObject(
    refused(400, 'message_too_long'),
  );
  expect((await edit(ann, id, 'x'.repeat(MESSAGE_MAX_LENGTH))).status).toBe(200);
  expect((await edit(ann, id, 'words', { edit_key: '' })).status).toBe(422);
  expect((await edit(ann, id, 'words', { edit_key: 'k'.repeat(EDIT_KEY_MAX + 1) })).status).toBe(422);
  expect(await formerTexts(id)).toEqual(['hello']);
});

it('ED-01: words are refused or reported as in sending', async () => {
  const { listBoth, connectChat, twoPeople, client, reportsAbout } = await startSafety();
  const words = await listBoth();
  const people = await twoPeople();
  const chat = await connectChat(people.ann, people.bob);
  const params = { id: await chat.say('plain') };
  const change = (content: string) =>
    client('PATCH /messages/:id', { params, body: { content } }, people.ann);
  expect(await change(`so ${words.refused}`)).toMatchObject(refused(400, 'words_refused'));
  expect((await change(`so ${words.reviewed}`)).status).toBe(200);
  await eventually(async () =>
    expect(await reportsAbout(people.ann)).toMatchObject([{ message_id: params.id }]),
  );
});

it('ED-01: a text may become empty only where a picture stays; a message without text has none to change', async () => {
  const world = await startReports();
  const { ann, annChat } = await world.openChat();
  const change = (id: string, content: string) =>
    world.client('PATCH /messages/:id', { params: { id }, body: { content } }, ann);
  const pictured = await annChat.say('look', { image_id: await world.uploadImage(ann) });
  const answer = await change(pictured, '');
  expect(answer).toMatchObject({ status: 200, data: { content: '', image_width: 64 } });
  expect(answer.data.image_url).not.toBeNull();
  expect(await change(pictured, 'again')).toMatchObject(
    refused(400, 'no_text_to_change', 'This message has no text to change'),
  );
  expect(await change(await annChat.say('words alone'), '')).toMatchObject(refused(400, 'message_empty'));
});

it('ED-01: notices belong to nobody who could change them', async () => {
  const { edit, openRoom, database, person, join, history } = await startEditing();
  const { ann, groupId } = await openRoom();
  await join(await person(), groupId);
  await sql`
    INSERT INTO messages (conversation_id, sequence, sender_id, content, created_at, about_ids)
    SELECT head.id, head.last_sequence + 1, NULL, 'something happened', now(), '{}'
    FROM conversations head JOIN rooms ON rooms.conversation_id = head.id WHERE rooms.group_id = ${groupId}`.execute(
    database.db,
  );
  await sql`
    UPDATE conversations SET last_sequence = last_sequence + 1
    WHERE id = (SELECT conversation_id FROM rooms WHERE group_id = ${groupId})`.execute(database.db);
  const notice = (await history(ann, groupId)).data.messages.find(({ is_admin: isNotice }) => isNotice);
  expect(await edit(ann, notice?._id ?? '', 'words')).toMatchObject(refused(403, 'not_your_message'));
});

it('ED-01: one edit a second for each user and conversation; a retry of a stored edit is not slowed down', async () => {
  const { edit, openChat, twoPeople, connectChat } = await startEditing({ RATE_LIMITS: 'on', REDIS_URL: '' });
  const { ann, annChat } = await openChat();
  const id = await annChat.say('hello');
  expect((await edit(ann, id, 'one', { edit_key: 'k1' })).status).toBe(200);
  const early = await edit(ann, id, 'two');
  expect(early).toMatchObject(refused(429, 'sending_too_fast'));
  expect(early.error).toMatchObject({ retry_after: expect.any(Number) });
  expect((await edit(ann, id, 'one', { edit_key: 'k1' })).status).toBe(200);
  expect((await edit(ann, id, 'one')).status).toBe(200);
  const { bob } = await twoPeople();
  const other = await connectChat(ann, bob);
  expect((await edit(ann, await other.say('elsewhere'), 'changed')).status).toBe(200);
});

it('ED-01: a suspended author changes nothing', async () => {
  const { edit, openRoom, suspend, client } = await startEditing();
  const { ann, bob, say } = await openRoom();
  const id = await say('hello');
  await suspend(ann);
  expect(await edit(ann, id, 'changed')).toMatchObject(refused(403, 'account_suspended'));
  expect((await client('GET /groupchat/messages/:id', { params: { id } }, bob)).status).toBe(404);
});

it('ED-01: in a private chat a block ends editing, an unavailable peer does not', async () => {
  const { edit, openChat, block, unblock, setAvailable, read } = await startEditing();
  const { ann, bob, annChat } = await openChat();
  const id = await annChat.say('hello');
  await setAvailable(bob, false);
  expect(await edit(ann, id, 'to nobody there')).toMatchObject({
    status: 200,
    data: { sender: ann.username, recipient: bob.username, is_read: true },
  });
  expect(await edit(bob, id, 'mine now')).toMatchObject(refused(403, 'not_your_message'));
  await block(bob, ann);
  expect(await edit(ann, id, 'past the block')).toMatchObject(MISSING);
  expect(await edit(bob, id, 'mine now')).toMatchObject(MISSING);
  await unblock(bob, ann);
  expect((await read(bob, ann)).data.messages[0]?.content).toBe('to nobody there');
});

it('ED-01: in a room a block hides the message from the blocked reader, not from its author', async () => {
  const { edit, openRoom, block } = await startEditing();
  const { ann, bob, say } = await openRoom();
  const id = await say('hello');
  await block(bob, ann);
  expect(await edit(bob, id, 'mine now')).toMatchObject(MISSING);
  expect((await edit(ann, id, 'still mine')).status).toBe(200);
});

it('ED-01, X-35: a whisper stays one whatever its new text says, and a public text becomes none', async () => {
  const { edit, openRoom, history } = await startEditing();
  const { ann, bob, eve, groupId, say } = await openRoom();
  const whisper = await say(`@${bob.username} between us`);
  const open = await say('for all');
  expect(await edit(eve, whisper, 'mine now')).toMatchObject(MISSING);
  expect(await edit(bob, whisper, 'mine now')).toMatchObject(refused(403, 'not_your_message'));
  for (const content of ['no name any more', `@${eve.username} to you?`, `@${bob.username} as before`])
    expect((await edit(ann, whisper, content)).data).toMatchObject({
      content,
      is_private: true,
      recipient_usernames: [bob.username],
      mentions: [],
    });
  const changed = `@${eve.username} only you?`;
  expect((await edit(ann, open, changed)).data).toMatchObject({
    content: changed,
    is_private: false,
    recipient_usernames: [],
  });
  expect((await history(eve, groupId)).data.messages.map(({ content }) => content)).toEqual([changed]);
  expect((await history(bob, groupId)).data.messages.map(({ content }) => content)).toEqual([
    `@${bob.username} as before`,
    changed,
  ]);
});

it('ED-01, MN-01: the mentions of a public text follow it; nobody is told anew', async () => {
  const { edit, openRoom, database } = await startEditing();
  const { ann, bob, eve, say } = await openRoom();
  const id = await say(`look here, @${bob.username}`);
  const { sequence } = (await edit(ann, id, `look here, @${eve.username} and @${bob.username}`)).data;
  await sql`
    INSERT INTO unread_mentions (user_id, conversation_id, sequence)
    SELECT users.id, rooms.conversation_id, ${sequence} FROM users, rooms
    JOIN conversation_members member ON member.conversation_id = rooms.conversation_id
    WHERE users.username = ${bob.username} AND member.user_id = users.id ON CONFLICT DO NOTHING`.execute(
    database.db,
  );
  const unreadBy = async () => {
    const { rows } = await sql<{ username: string }>`
      SELECT person.username FROM unread_mentions unread JOIN users person ON person.id = unread.user_id
      WHERE person.username IN (${bob.username}, ${eve.username})`.execute(database.db);
    return rows.map(({ username }) => username);
  };
  const both = await edit(ann, id, `so, @${bob.username}, @${eve.username}, @nobody and @${ann.username}`);
  expect(both.data).toMatchObject({ mentions: [bob.username, eve.username] });
  expect(await unreadBy()).toEqual([bob.username]);
  expect((await edit(ann, id, `only @${eve.username}`)).data).toMatchObject({ mentions: [eve.username] });
  expect(await unreadBy()).toEqual([]);
  expect((await edit(ann, id, 'nobody')).data).toMatchObject({ mentions: [] });
});

it('ED-01: an edit makes nothing unread and moves no conversation; the list shows the changed text', async () => {
  const { edit, openChat, client, person, connectChat } = await startEditing();
  const { ann, bob, annChat, bobChat } = await openChat();
  const id = await annChat.say('hello');
  const third = await person();
  const thirdChat = await connectChat(third, ann);
  await thirdChat.say('newer');
  bobChat.socket.disconnect();
  const listOf = async (someone: typeof ann) =>
    (await client('GET /messages/conversations', { query: {} }, someone)).data.conversations;
  const before = await listOf(ann);
  expect((await edit(ann, id, 'changed')).status).toBe(200);
  const after = await listOf(ann);
  expect(after.map(({ username }) => username)).toEqual(before.map(({ username }) => username));
  expect(after[1]?.latest_message).toMatchObject({ content: 'changed' });
  expect((await listOf(bob))[0]).toMatchObject({
    unread_count: 0,
    latest_message: { content: 'changed', is_read: true },
  });
  const unread = await client('GET /chat/unread', {}, bob);
  expect(unread.data.messages).toEqual([]);
});

it('ED-01: a waiting unread message shows the changed text', async () => {
  const { edit, twoPeople, connectChat, client } = await startEditing();
  const { ann, bob } = await twoPeople();
  const annChat = await connectChat(ann, bob);
  const id = await annChat.say('hello');
  await edit(ann, id, 'changed');
  const { messages } = (await client('GET /chat/unread', {}, bob)).data;
  expect(messages).toMatchObject([{ _id: id, content: 'changed', is_read: false }]);
});

it('ED-03: a retry with the same key changes nothing and returns the message as it is now', async () => {
  const { edit, openChat, age, formerTexts, read } = await startEditing();
  const { ann, bob, annChat } = await openChat();
  const id = await annChat.say('hello');
  const other = await annChat.say('other');
  const first = await edit(ann, id, 'one', { edit_key: 'k1' });
  const second = await edit(ann, id, 'two', { edit_key: 'k2' });
  expect([first.data.version, second.data.version]).toEqual([1, 2]);
  expect((await edit(ann, id, 'one', { edit_key: 'k1' })).data).toEqual(second.data);
  expect((await edit(ann, id, 'something else', { edit_key: 'k1' })).data).toEqual(second.data);
  await age(id, 1000);
  expect(await edit(ann, id, 'one', { edit_key: 'k1' })).toMatchObject({
    status: 200,
    data: { content: 'two', version: 2, edited_at: second.data.edited_at },
  });
  expect((await edit(ann, other, 'its own key', { edit_key: 'k1' })).data.content).toBe('its own key');
  expect(await formerTexts(id)).toEqual(['hello', 'one']);
  expect((await read(bob, ann)).data.revision).toBe(3);
});

it('RX-05, ED-02: catch-up returns an edited message once, as it is now', async () => {
  const { edit, react, openRoom, history } = await startEditing();
  const { ann, bob, groupId, say } = await openRoom();
  const id = await say('hello');
  await edit(ann, id, 'one');
  await react(bob, id, '👍');
  await edit(ann, id, 'two');
  const page = (await history(bob, groupId, { after_sequence: 1, after_revision: 0 })).data;
  expect(page).toMatchObject({ messages: [], revision: 3, reload: false, deleted_sequences: [] });
  expect(page.changed_messages).toMatchObject([
    { _id: id, content: 'two', version: 3, reactions: [{ emoji: '👍', mine: true }] },
  ]);
  const rest = (await history(bob, groupId, { after_sequence: 1, after_revision: 3 })).data;
  expect(rest.changed_messages).toEqual([]);
});

it('RY-03: a changed or deleted original changes the quote of its replies, in catch-up too', async () => {
  const { edit, openRoom, connect, history, client } = await startEditing();
  const { ann, bob, groupId, say } = await openRoom();
  const bobClient = await connect(bob, groupId);
  const id = await say('hello');
  await bobClient.send('I agree', { reply_to: id });
  await edit(ann, id, 'goodbye');
  const repliesAfter = async (revision: number) => {
    const { data } = await history(bob, groupId, { after_sequence: 2, after_revision: revision });
    return data.changed_messages.map(({ content, version, reply_to: quote }) => ({
      content,
      version,
      quote,
    }));
  };
  expect(await repliesAfter(0)).toMatchObject([
    { content: 'goodbye', version: 1, quote: null },
    { content: 'I agree', version: 1, quote: { message_id: id, excerpt: 'goodbye', is_deleted: false } },
  ]);
  await client('POST /groupchat/delete_messages', { body: { message_ids: [id] } }, ann);
  expect(await repliesAfter(1)).toMatchObject([
    { content: 'I agree', version: 2, quote: { message_id: id, excerpt: '', is_deleted: true } },
  ]);
});

it('SV-104: the former texts of own messages are in the copy of one’s data', async () => {
  const { edit, openRoom, database } = await startEditing();
  const { ann, bob, say } = await openRoom();
  const id = await say('hello');
  await edit(ann, id, 'one');
  await edit(ann, id, 'two');
  const section = messageSections.find(({ name }) => name === 'former_texts');
  const textsOf = async ({ username }: typeof ann) => {
    const { rows } = await sql<{ id: number }>`SELECT id FROM users WHERE username = ${username}`.execute(
      database.db,
    );
    return Array.fromAsync(section?.rows(database.db, rows[0]?.id ?? 0) ?? []);
  };
  expect(await textsOf(ann)).toMatchObject([
    { message_id: id, content: 'hello', written_at: expect.any(Date) },
    { message_id: id, content: 'one' },
  ]);
  expect(await textsOf(bob)).toEqual([]);
});
