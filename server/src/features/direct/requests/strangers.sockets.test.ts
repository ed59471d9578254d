import { describe, expect, it } from 'vitest';
import { uploadRecording } from '../../media/audio/recordings.fixture.ts';
import { eventually } from '../direct.fixture.ts';
import { startRequests } from './requests.fixture.ts';

const LONG = 'x'.repeat(501);

describe('MR-01: what a stranger may write', () => {
  it('MR-01: three texts of 500 characters until the other answers, and nothing but texts', async () => {
    const world = await startRequests();
    const { ann, bob, bobShell, write } = await world.twoStrangers();
    const { conversations, uploadPicture, url, textsOf, client } = world;
    const image = { image_id: await uploadPicture(ann) };
    const recording = await uploadRecording(url, ann);
    const audio = { audio_id: recording };
    const remote = { image_url: 'http://127.0.0.1:9/picture.png' };
    // Refused before anything is fetched or opened.
    expect(await write(LONG)).toBe('request_too_long');
    for (const more of [image, audio, remote]) expect(await write('', more)).toBe('not_for_strangers');
    expect(await conversations(ann)).toEqual([]);
    const first = await write('😀'.repeat(500));
    expect(await write(LONG)).toBe('request_too_long');
    for (const more of [image, audio, remote]) expect(await write('', more)).toBe('not_for_strangers');
    const forward = { params: { id: first }, body: { to: [{ recipient: bob.username }] } };
    expect(await client('POST /messages/:id/forward', forward, ann)).toMatchObject({
      status: 403,
      error: { code: 'not_for_strangers', detail: 'You can send this after they answer' },
    });
    await write('two', { clientMessageId: 'two' });
    const third = await write('three');
    const refused = await world.connectStranger(ann, bob);
    expect(await refused.send('four')).toMatchObject({
      code: 'awaiting_answer',
      detail: 'Wait for an answer before you write more',
    });
    // A retry is only confirmed again, and an edit needs no new text but keeps the limit.
    expect(await write('two', { clientMessageId: 'two' })).toMatch(/-2$/);
    const edit = (content: string) =>
      client('PATCH /messages/:id', { params: { id: third }, body: { content } }, ann);
    expect((await edit(LONG)).error.code).toBe('request_too_long');
    expect((await edit('three!')).status).toBe(200);
    expect(await textsOf(ann, bob)).toBe(3);
    // The first answer opens everything, for both.
    await bobShell.say('hello', { recipient: ann.username });
    expect(await write(LONG)).toMatch(/-5$/);
    expect(await write('', audio)).toMatch(/-6$/);
    expect(await write('', image)).toMatch(/-7$/);
    expect((await client('POST /messages/:id/forward', forward, ann)).status).toBe(200);
  });

  it('MR-01: deleting, a block, an upgrade and a new session give no text back', async () => {
    const world = await startRequests();
    const { guest, person, connectShell, deleteMessages, block, unblock, client } = world;
    const [visitor, bob] = [await guest(), await person()];
    const shell = await connectShell(visitor);
    for (const content of ['one', 'two', 'three']) await shell.say(content, { recipient: bob.username });
    const refusalOf = async (someone: typeof visitor) =>
      (await connectShell(someone)).refusal('again', { recipient: bob.username });
    await deleteMessages(visitor, bob, []);
    expect(await refusalOf(visitor)).toBe('awaiting_answer');
    for (const [by, whom] of [
      [bob, visitor],
      [visitor, bob],
    ] as const) {
      await block(by, whom);
      await unblock(by, whom);
      expect(await refusalOf(visitor)).toBe('awaiting_answer');
    }
    const username = `up${Date.now()}`;
    const body = { username, email: `${username}@example.org`, password: 'correct horse battery' };
    const { data } = await client('POST /auth/upgrade', { body }, visitor);
    expect(await refusalOf({ username: data.username, token: data.access_token })).toBe('awaiting_answer');
  });

  it('MR-01: whispers count among the three, without attachments; mentions and reactions stay', async () => {
    const world = await startRequests();
    const { ann, bob, write, bobShell } = await world.twoStrangers();
    const { open, join, connect, person, react, uploadPicture } = world;
    const eve = await person();
    const groupId = await open(ann);
    for (const member of [bob, eve]) await join(member, groupId);
    const room = await connect(ann, groupId);
    const whisper = (content: string, more = {}) => room.send(`@${bob.username} ${content}`, more);
    const picture = { image_id: await uploadPicture(ann) };
    expect(await whisper('look', picture)).toMatchObject({ code: 'not_for_strangers' });
    const first = await write('one');
    await whisper('two');
    await whisper('three');
    expect(await whisper('four')).toMatchObject({ code: 'awaiting_answer' });
    expect(await room.send(`@${eve.username} @${bob.username} both`)).toMatchObject({
      code: 'awaiting_answer',
    });
    expect(await room.send(`@${eve.username} only you`)).toHaveProperty('_id');
    expect(await write('five')).toBe('awaiting_answer');
    expect(await room.send(`see you, @${bob.username}`, { audience: 'room' })).toHaveProperty('_id');
    expect((await react(bob, first, '👍')).status).toBe(200);
    // Neither a reaction nor a whisper is an answer; a private message is.
    const bobRoom = await connect(bob, groupId);
    await bobRoom.send(`@${ann.username} hello`);
    expect(await write('six')).toBe('awaiting_answer');
    await bobShell.say('hello', { recipient: ann.username });
    expect(await write('seven')).toMatch(/-\d+$/);
    expect(await whisper('look', picture)).toHaveProperty('_id');
  });

  it('MR-01: who is followed is no stranger, until that ends; once accepted stays so', async () => {
    const world = await startRequests();
    const { ann, bob, write } = await world.twoStrangers();
    const { follow, unfollow, accept, conversations, requests, textsOf } = world;
    await follow(bob, ann);
    for (const content of ['1', '2', '3', '4', LONG]) expect(await write(content)).toMatch(/-\d$/);
    expect(await textsOf(ann, bob)).toBe(0);
    expect((await conversations(bob)).map(({ username }) => username)).toEqual([ann.username]);
    await unfollow(bob, ann);
    expect(await conversations(bob)).toEqual([]);
    expect((await requests(bob)).requests.map(({ username }) => username)).toEqual([ann.username]);
    for (const content of ['5', '6', '7']) expect(await write(content)).toMatch(/-\d$/);
    expect(await write('8')).toBe('awaiting_answer');
    expect((await accept(bob, ann)).status).toBe(200);
    await follow(bob, ann);
    await unfollow(bob, ann);
    expect(await write('9')).toMatch(/-9$/);
  });
});

it('MR-01: nothing is told of the reader until then, neither live nor in lists, and everything new afterwards', async () => {
  const world = await startRequests();
  const { ann, bob, write, annShell } = await world.twoStrangers();
  const { connectStranger, read, client, conversations } = world;
  const annChat = await connectStranger(ann, bob);
  const bobChat = await connectStranger(bob, ann);
  const id = await write('hello https://example.org');
  await eventually(() =>
    expect(bobChat.all('message')).toMatchObject([{ content: 'hello https://example.org' }]),
  );
  expect((await read(bob, ann)).data).toMatchObject({
    plain_links: true,
    is_request: true,
    texts_left: null,
  });
  bobChat.socket.emit('typing_start', { recipient: ann.username });
  const seen = annChat.all('rejoin_confirmation').length;
  bobChat.socket.emit('rejoin_rooms');
  await eventually(() => expect(bobChat.all('rejoin_confirmation')).toHaveLength(1));
  annChat.socket.emit('rejoin_rooms');
  await eventually(() => expect(annChat.all('rejoin_confirmation').length).toBeGreaterThan(seen));
  expect(annChat.all('typing_start')).toEqual([]);
  const untold = { is_read: false, read_at: null, delivered_at: null };
  expect(annChat.all('message')[0]).toMatchObject(untold);
  const { data } = await read(ann, bob);
  expect(data).toMatchObject({ is_request: false, texts_left: 2 });
  expect(data.messages[0]).toMatchObject(untold);
  expect((await client('GET /chat/messages/:id', { params: { id } }, ann)).data).toMatchObject(untold);
  expect((await conversations(ann))[0]?.latest_message).toMatchObject(untold);
  expect(annShell.all('message_status')).toEqual([]);
  // Presence stays as it is.
  const status = await client('GET /chat/users/:username/status', { params: bob }, ann);
  expect(status.data.is_online).toBe(true);

  expect((await world.accept(bob, ann)).status).toBe(200);
  await eventually(() => expect(annChat.all('chat_request_accepted')).toEqual([{ username: bob.username }]));
  await eventually(() => expect(annShell.all('message_status').at(-1)).toMatchObject({ up_to_sequence: 1 }));
  expect((await read(ann, bob)).data).toMatchObject({ texts_left: null, messages: [{ is_read: true }] });
  expect((await read(bob, ann)).data).toMatchObject({ plain_links: false, is_request: false });
  await write('later');
  await eventually(() => expect(annChat.all('message').at(-1)).toMatchObject({ is_read: true }));
  bobChat.socket.emit('typing_start', { recipient: ann.username });
  await eventually(() => expect(annChat.all('typing_start')).toEqual([{ username: bob.username }]));
});
