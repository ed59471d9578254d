import { expect, it } from 'vitest';
import { eventually } from '../../direct/direct.fixture.ts';
import { startActivity } from './message-activity.fixture.ts';

const kindsOf = (items: readonly { readonly kind: string }[]) => items.map(({ kind }) => kind);

it('NT-01, MN-01: a message to a room is activity of the members whom it names, and of nobody else', async () => {
  const { openRoom, items, unread } = await startActivity();
  const { ann, bob, eve, groupId, say } = await openRoom();
  const id = await say(`welcome *back*, @${bob.username} and @${ann.username}`, { audience: 'room' });
  expect(await items(bob)).toEqual([
    {
      activity_id: expect.stringMatching(/^[0-9a-f]{24}$/),
      kind: 'mention',
      actors: [expect.objectContaining({ username: ann.username })],
      actor_count: 1,
      subject: { type: 'message', id, group_id: groupId },
      excerpt: `welcome back, @${bob.username} and @${ann.username}`,
      created_at: expect.any(String),
      is_read: false,
    },
  ]);
  expect(await unread(bob)).toBe(1);
  expect([await items(ann), await items(eve)]).toEqual([[], []]);
});

it('NT-01, RY-05: a reply in a room is activity of the author of the original, once if it names the author too', async () => {
  const { openRoom, items, connect } = await startActivity();
  const { ann, bob, eve, groupId, say } = await openRoom();
  const original = await say('who comes along?');
  const [bobRoom, annRoom] = [await connect(bob, groupId), await connect(ann, groupId)];
  const answered = await bobRoom.send(`me, @${ann.username} and @${eve.username}`, {
    audience: 'room',
    reply_to: original,
  });
  const own = await annRoom.send('so do I', { reply_to: original });
  const id = '_id' in answered ? answered._id : '';
  expect(own).toHaveProperty('_id');
  expect(await items(ann)).toMatchObject([
    {
      kind: 'reply',
      actors: [{ username: bob.username }],
      subject: { type: 'message', id, group_id: groupId },
    },
  ]);
  expect(kindsOf(await items(eve))).toEqual(['mention']);
  expect(await items(bob)).toEqual([]);
});

it('NT-01, RY-05: a reply to a whisper is activity of its author, without the names at its beginning', async () => {
  const { openRoom, items, connect } = await startActivity();
  const { ann, bob, eve, groupId, say } = await openRoom();
  const whisper = await say(`@${bob.username} between us`);
  const room = await connect(bob, groupId);
  await room.send('nobody else hears it', { reply_to: whisper });
  expect(await items(ann)).toMatchObject([{ kind: 'reply', excerpt: 'nobody else hears it' }]);
  expect([await items(bob), await items(eve)]).toEqual([[], []]);
});

it('NT-01: nothing of users who are blocked or suspended is activity, until they are not any more', async () => {
  const { openRoom, items, unread, block, unblock, suspend } = await startActivity();
  const { ann, bob, eve, say } = await openRoom();
  await block(bob, ann);
  await say(`hello @${bob.username} and @${eve.username}`, { audience: 'room' });
  expect([await items(bob), await unread(bob)]).toEqual([[], 0]);
  expect(kindsOf(await items(eve))).toEqual(['mention']);
  await unblock(bob, ann);
  expect(kindsOf(await items(bob))).toEqual(['mention']);
  await suspend(ann);
  expect([await items(bob), await unread(bob), await items(eve)]).toEqual([[], 0, []]);
});

it('NT-01: activity of a room goes with the membership, and with the room', async () => {
  const { openRoom, items, unread, leave, kick, deleteGroup } = await startActivity();
  const { ann, bob, eve, groupId, say } = await openRoom();
  await say(`hello @${bob.username} and @${eve.username}`, { audience: 'room' });
  await leave(bob, groupId);
  expect([await items(bob), await unread(bob)]).toEqual([[], 0]);
  expect(await unread(eve)).toBe(1);
  await kick(ann, groupId, eve);
  expect([await items(eve), await unread(eve)]).toEqual([[], 0]);
  const other = await openRoom();
  await other.say(`hello @${other.bob.username}`, { audience: 'room' });
  expect(await unread(other.bob)).toBe(1);
  await deleteGroup(other.ann, other.groupId);
  expect([await items(other.bob), await unread(other.bob)]).toEqual([[], 0]);
});

it('NT-01: deleted and cleared messages take their activity along', async () => {
  const { openRoom, items, unread, deleteInRoom, client, react } = await startActivity();
  const { ann, bob, eve, groupId, say } = await openRoom();
  const first = await say(`hello @${bob.username}`, { audience: 'room' });
  await react(bob, first, '👍');
  expect([await unread(ann), await unread(bob)]).toEqual([1, 1]);
  await deleteInRoom(ann, first);
  expect([await items(ann), await items(bob), await unread(bob)]).toEqual([[], [], 0]);
  await say(`hello again @${bob.username} and @${eve.username}`, { audience: 'room' });
  expect([await unread(bob), await unread(eve)]).toEqual([1, 1]);
  const cleared = await client('POST /groupchat/delete_messages', { body: { group_id: groupId } }, ann);
  expect(cleared.status).toBe(200);
  expect([await items(bob), await unread(bob), await unread(eve)]).toEqual([[], 0, 0]);
});

it('NT-01, ED-01: an edit names members anew, and takes the activity of those whom it names no more', async () => {
  const { openRoom, items, unread, edit, readUpTo } = await startActivity();
  const { ann, bob, eve, groupId, say } = await openRoom();
  const id = await say(`hello @${bob.username}`, { audience: 'room' });
  await readUpTo(eve, { group_id: groupId }, id);
  await edit(ann, id, `hello @${eve.username}`);
  expect([await items(bob), await unread(bob)]).toEqual([[], 0]);
  expect(await items(eve)).toMatchObject([
    { kind: 'mention', excerpt: `hello @${eve.username}`, is_read: false },
  ]);
  await expect
    .poll(async () => (await edit(ann, id, `hello both, @${bob.username} @${eve.username}`)).status)
    .toBe(200);
  expect([(await items(bob)).length, (await items(eve)).length]).toEqual([1, 1]);
});

it('NT-01, RX-01: reactions to a message are one item of its author with those who reacted; taken back they go', async () => {
  const { openRoom, items, unread, react } = await startActivity();
  const { ann, bob, eve, groupId, say } = await openRoom();
  const id = await say('see you *there*');
  await react(ann, id, '😂');
  expect(await items(ann)).toEqual([]);
  await react(bob, id, '❤');
  const [first] = await items(ann);
  expect(first).toMatchObject({
    kind: 'emoji_reaction',
    actors: [{ username: bob.username }],
    actor_count: 1,
    subject: { type: 'message', id, group_id: groupId },
    excerpt: '❤️ see you there',
    is_read: false,
  });
  await react(eve, id, '❤️');
  await react(bob, id, '👍');
  expect(await items(ann)).toMatchObject([
    {
      activity_id: first?.activity_id,
      actors: [{ username: bob.username }, { username: eve.username }],
      actor_count: 2,
      excerpt: '👍❤️ see you there',
    },
  ]);
  expect(await unread(ann)).toBe(1);
  await react(eve, id, '❤️', false);
  await react(bob, id, '👍', false);
  expect(await items(ann)).toMatchObject([{ actor_count: 1, excerpt: '❤️ see you there' }]);
  await react(bob, id, '❤️', false);
  expect([await items(ann), await unread(ann)]).toEqual([[], 0]);
  expect([await items(bob), await items(eve)]).toEqual([[], []]);
});

it('NT-01, RX-01: reactions of blocked and suspended users are not counted', async () => {
  const { openRoom, items, unread, react, block, suspend } = await startActivity();
  const { ann, bob, eve, say } = await openRoom();
  const id = await say('hello');
  await react(bob, id, '👍');
  await react(eve, id, '😂');
  await block(ann, eve);
  expect(await items(ann)).toMatchObject([
    { actors: [{ username: bob.username }], actor_count: 1, excerpt: '👍 hello' },
  ]);
  await suspend(bob);
  expect([await items(ann), await unread(ann)]).toEqual([[], 0]);
});

it('NT-01, RX-01: a message without words is called what it shows', async () => {
  const { openRoom, items, react } = await startActivity();
  const { ann, bob, say } = await openRoom();
  const id = await say('', { youtube_url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' });
  await react(bob, id, '🎉');
  expect(await items(ann)).toMatchObject([{ excerpt: '🎉 Video' }]);
});

it('NT-01, HM-02: mentions and replies are seen once the room is read up to them', async () => {
  const { openRoom, items, unread, readUpTo, activity } = await startActivity();
  const { bob, groupId, say } = await openRoom();
  const first = await say(`one for @${bob.username}`, { audience: 'room' });
  const second = await say(`two for @${bob.username}`, { audience: 'room' });
  expect(await unread(bob)).toBe(2);
  await readUpTo(bob, { group_id: groupId }, first);
  expect(await unread(bob)).toBe(1);
  expect((await items(bob)).map((item) => [item.subject.id, item.is_read])).toEqual([
    [second, false],
    [first, true],
  ]);
  expect((await activity(bob, 'unread')).items.map(({ subject }) => subject.id)).toEqual([second]);
});

it('NT-01, RY-05: a reply in a private chat is activity of its author while the chat is not open', async () => {
  const { twoPeople, connectChat, connectShell, items, unread, deleteMessages, react } =
    await startActivity();
  const { ann, bob } = await twoPeople();
  const annShell = await connectShell(ann);
  const original = await annShell.say('dinner?', { recipient: bob.username });
  const bobShell = await connectShell(bob);
  const reply = await bobShell.say('at eight', { recipient: ann.username, reply_to: original });
  expect(await items(ann)).toMatchObject([
    {
      kind: 'reply',
      actors: [{ username: bob.username }],
      subject: { type: 'message', id: reply, username: bob.username },
      excerpt: 'at eight',
      is_read: false,
    },
  ]);
  expect([await unread(ann), await unread(bob)]).toEqual([1, 0]);
  await connectChat(ann, bob);
  await eventually(async () => expect(await unread(ann)).toBe(0));
  const open = await bobShell.say('or nine', { recipient: ann.username, reply_to: original });
  expect(await unread(ann)).toBe(0);
  expect((await items(ann)).map((item) => [item.subject.id, item.is_read])).toEqual([
    [open, true],
    [reply, true],
  ]);
  await react(bob, original, '👍');
  expect(await items(ann, 'emoji_reaction')).toMatchObject([
    { excerpt: '👍 dinner?', subject: { id: original, username: bob.username } },
  ]);
  await deleteMessages(ann, bob, [reply]);
  expect((await items(ann, 'reply')).map(({ subject }) => subject.id)).toEqual([open]);
});

it('NT-01, R-14: a block ends the activity of a private chat', async () => {
  const { twoPeople, connectShell, items, unread, react, block } = await startActivity();
  const { ann, bob } = await twoPeople();
  const [annShell, bobShell] = [await connectShell(ann), await connectShell(bob)];
  const original = await annShell.say('dinner?', { recipient: bob.username });
  await bobShell.say('at eight', { recipient: ann.username, reply_to: original });
  await react(bob, original, '👍');
  expect(await unread(ann)).toBe(2);
  await block(bob, ann);
  expect([await items(ann), await unread(ann)]).toEqual([[], 0]);
});
