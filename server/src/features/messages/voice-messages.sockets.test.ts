import { randomUUID } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import { recording, sendRecording, uploadRecording } from '../media/audio/recordings.fixture.ts';
import { eventually, startReports, type Person } from '../moderation/reports/reports.fixture.ts';

/** Two users with an open chat, in which the second has written. */
async function startTalk() {
  const world = await startReports();
  const { ann, bob, annChat, bobChat } = await world.openChat();
  await bobChat.say('hello');
  const upload = (by: Person) => uploadRecording(world.url, by);
  const open = (link: string | null | undefined, by?: Person, range?: string) =>
    world.openLink(link ?? '', by, range);
  return { ...world, ann, bob, annChat, bobChat, upload, open };
}

/** A room with two members who are connected. */
async function startRoom() {
  const world = await startReports();
  const [ann, bob] = [await world.person(), await world.person()];
  await world.makeKnown(ann, bob);
  const groupId = await world.open(ann);
  await world.join(bob, groupId);
  const [annRoom, bobRoom] = [await world.connect(ann, groupId), await world.connect(bob, groupId)];
  const upload = (by: Person) => uploadRecording(world.url, by);
  const open = (link: string | null | undefined, by?: Person) => world.openLink(link ?? '', by);
  const newest = async (by: Person) => (await world.history(by, groupId)).data.messages.at(-1);
  return { ...world, ann, bob, groupId, annRoom, bobRoom, upload, open, newest };
}

const VOICE = {
  audio_url: expect.stringMatching(/^\/media\/audio\/[0-9a-f]{32}\?for=[\w-]+&expires=\d+&signature=[\w-]+$/),
  audio_duration_ms: expect.any(Number),
  audio_waveform: expect.any(Array),
  image_url: null,
};
const NO_VOICE = { audio_url: null, audio_duration_ms: null, audio_waveform: null };

it('VM-01: a voice message in a private chat has its sound for both users, in events, history and lists', async () => {
  const { ann, bob, annChat, bobChat, url, read, open, client } = await startTalk();
  const uploaded = await sendRecording(url, ann, await recording({ seconds: 2 }));
  const id = await annChat.say('', { audio_id: uploaded.audio_id });
  const theirs = await vi.waitUntil(() => bobChat.all('message').find((message) => message._id === id));
  expect(theirs).toMatchObject({
    ...VOICE,
    content: '',
    audio_duration_ms: uploaded.duration_ms,
    audio_waveform: uploaded.waveform,
  });
  const own = (await read(ann, bob)).data.messages;
  expect(own.at(-1)).toMatchObject({ ...VOICE, audio_waveform: uploaded.waveform });
  expect(own[0]).toMatchObject({ content: 'hello', ...NO_VOICE });
  const [listed] = (await client('GET /messages/conversations', { query: {} }, bob)).data.conversations;
  expect(listed?.latest_message).toMatchObject({ ...VOICE, content: '' });
  const sounds = [await open(theirs.audio_url, bob), await open(own.at(-1)?.audio_url, ann)];
  for (const { status, headers } of sounds)
    expect([status, headers.get('content-type')]).toEqual([200, 'audio/mp4']);
  expect(sounds[0]?.bytes.equals(sounds[1]?.bytes ?? Buffer.alloc(0))).toBe(true);
  expect((await open(theirs.audio_url, bob, 'bytes=0-3')).status).toBe(206);
  // Each link is bound to its viewer.
  expect((await open(theirs.audio_url, ann)).code).toBe('link_expired');
});

it('VM-01: a voice message in a room has its sound for the members, also beside a text', async () => {
  const { ann, bob, annRoom, bobRoom, upload, open, newest } = await startRoom();
  await annRoom.send('listen', { audio_id: await upload(ann) });
  const [event] = await vi.waitUntil(() => bobRoom.messages.length > 0 && bobRoom.messages);
  expect(event).toMatchObject({ ...VOICE, content: 'listen', youtube_url: null });
  expect((await open(event?.audio_url, bob)).status).toBe(200);
  expect((await open((await newest(bob))?.audio_url, bob)).status).toBe(200);
});

it('VM-01: a recording is sent once, by its owner; a retry is confirmed again', async () => {
  const { ann, bob, annChat, bobChat, upload, read } = await startTalk();
  const audioId = await upload(ann);
  const message = { audio_id: audioId, clientMessageId: randomUUID() };
  const first = await annChat.send('', message);
  const count = annChat.received.length;
  annChat.socket.emit('message', { recipient: bob.username, content: '', ...message });
  await vi.waitUntil(() =>
    annChat.received.slice(count).find(({ event }) => event === 'message_confirmation'),
  );
  expect(annChat.all('message_confirmation').at(-1)).toEqual(first);
  expect((await read(ann, bob)).data.messages).toHaveLength(2);
  expect(await annChat.refusal('', { audio_id: audioId })).toBe('audio_not_found');
  expect(await bobChat.refusal('', { audio_id: await upload(ann) })).toBe('audio_not_found');
  for (const unknown of ['0123456789abcdef0123456789abcdef', '../etc/passwd', 'x y'])
    expect(await annChat.refusal('', { audio_id: unknown }), unknown).toBe('audio_not_found');
});

it('VM-01: of two messages that carry one recording at the same time, one is stored', async () => {
  const { ann, bob, annChat, upload, read } = await startTalk();
  const { annRoom, upload: _upload, ann: member, ...room } = await startRoom();
  const audioId = await upload(ann);
  const answers = await Promise.all([1, 2, 3].map(() => annChat.send('', { audio_id: audioId })));
  expect(answers.map((answer) => ('code' in answer ? answer.code : 'stored')).toSorted()).toEqual([
    'audio_not_found',
    'audio_not_found',
    'stored',
  ]);
  expect((await read(ann, bob)).data.messages).toHaveLength(2);
  const other = await upload(member);
  const [inRoom, again] = [
    await annRoom.send('', { audio_id: other }),
    await (await room.connectStranger(member, ann)).refusal('', { audio_id: other }),
  ];
  expect(inRoom).toHaveProperty('_id');
  expect(again).toBe('not_for_strangers');
});

it('VM-01: a voice message goes without an image or a video', async () => {
  const { ann, annChat, upload, uploadImage, read, bob } = await startTalk();
  const audioId = await upload(ann);
  const image = { image_id: await uploadImage(ann) };
  expect(await annChat.refusal('', { audio_id: audioId, ...image })).toBe('one_attachment');
  expect(await annChat.refusal('', { audio_id: audioId, image_url: 'https://pictures.example/a.png' })).toBe(
    'one_attachment',
  );
  const { annRoom, ann: member, upload: uploadInRoom } = await startRoom();
  const youtube = { youtube_url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' };
  expect(await annRoom.send('', { audio_id: await uploadInRoom(member), ...youtube })).toMatchObject({
    code: 'one_attachment',
    detail: 'A voice message goes without an image or a video',
  });
  // Nothing is lost: the recording can still be sent.
  await annChat.say('', { audio_id: audioId });
  expect((await read(bob, ann)).data.messages.at(-1)).toMatchObject(VOICE);
});

it('VM-03: to a stranger it is refused, and sent after they answered', async () => {
  const world = await startReports();
  const [ann, bob] = [await world.person(), await world.person()];
  const annChat = await world.connectStranger(ann, bob);
  const audioId = await uploadRecording(world.url, ann);
  const refused = { code: 'not_for_strangers', detail: 'You can send this after they answer' };
  expect(await annChat.send('', { audio_id: audioId })).toMatchObject(refused);
  const list = async () =>
    (await world.client('GET /messages/conversations', { query: {} }, ann)).data.conversations;
  expect(await list()).toEqual([]);
  await annChat.say('hello');
  expect(await annChat.send('', { audio_id: audioId })).toMatchObject(refused);
  const bobChat = await world.connectStranger(bob, ann);
  // The recipient of a message may answer with a voice message.
  await bobChat.say('', { audio_id: await uploadRecording(world.url, bob) });
  await annChat.say('', { audio_id: audioId });
});

it('R-15: the sound of a private chat is closed by a block, a deletion and a logout', async () => {
  const { ann, bob, annChat, upload, open, read, block, unblock, deleteMessages, client } = await startTalk();
  const id = await annChat.say('', { audio_id: await upload(ann) });
  const link = (await read(bob, ann)).data.messages.at(-1)?.audio_url;
  const statusOf = async () => {
    const { status, code } = await open(link, bob);
    return status === 200 ? 200 : `${status} ${code}`;
  };
  expect(await statusOf()).toBe(200);
  await block(ann, bob);
  expect(await statusOf()).toBe('404 audio_not_found');
  await unblock(ann, bob);
  expect(await statusOf()).toBe(200);
  await deleteMessages(ann, bob, [id]);
  expect(await statusOf()).toBe('404 audio_not_found');
  expect((await read(bob, ann)).data.messages.at(-1)).toMatchObject({ is_deleted: true, ...NO_VOICE });
  await client('POST /auth/logout', {}, bob);
  expect(await statusOf()).toBe('403 link_expired');
});

it('R-15: the sound of a room is closed for users who left, were banned, or never joined', async () => {
  const { ann, bob, groupId, annRoom, bobRoom, upload, open, leave, join, ban, person } = await startRoom();
  await annRoom.send('', { audio_id: await upload(ann) });
  const [event] = await vi.waitUntil(() => bobRoom.messages.length > 0 && bobRoom.messages);
  const link = event?.audio_url;
  expect((await open(link, await person())).code).toBe('link_expired');
  await leave(bob, groupId);
  expect((await open(link, bob)).status).toBe(403);
  await join(bob, groupId);
  expect((await open(link, bob)).status).toBe(200);
  await ban(ann, groupId, bob);
  expect((await open(link, bob)).status).toBe(403);
});

it('X-35: the sound of a whisper opens for its recipients only', async () => {
  const { ann, bob, groupId, annRoom, bobRoom, upload, open, newest, person, join, history } =
    await startRoom();
  const eve = await person();
  await join(eve, groupId);
  await annRoom.send(`@${bob.username} `, { audio_id: await upload(ann) });
  const [event] = await vi.waitUntil(() => bobRoom.messages.length > 0 && bobRoom.messages);
  expect(event).toMatchObject({ is_private: true, ...VOICE });
  expect((await open(event?.audio_url, bob)).status).toBe(200);
  expect((await open(event?.audio_url, eve)).status).toBe(403);
  expect((await history(eve, groupId)).data.messages.some((message) => message.audio_url)).toBe(false);
  expect((await newest(bob))?.audio_url).toBeTruthy();
});

it('RY-01: a reply shows that it answers a voice message', async () => {
  const { ann, bob, annChat, bobChat, upload, read } = await startTalk();
  const id = await annChat.say('', { audio_id: await upload(ann) });
  await bobChat.say('I agree', { reply_to: id });
  expect((await read(ann, bob)).data.messages.at(-1)?.reply_to).toMatchObject({
    message_id: id,
    has_voice: true,
    has_image: false,
    excerpt: '',
  });
});

it('VM-03, SV-47: a reported voice message is kept with its sound, even if its author deletes everything', async () => {
  const world = await startTalk();
  const { ann, bob, bobChat, annChat, upload, open, read } = world;
  const admin = await world.admin();
  await annChat.say('hello');
  const id = await bobChat.say('', { audio_id: await upload(bob) });
  const message = (await read(ann, bob)).data.messages.at(-1);
  const original = await open(message?.audio_url, ann);
  const reportId = await world.reported(ann, bob, { message_id: id });
  await world.deleteMessages(bob, ann, []);
  expect((await world.deleteAccount(bob)).status).toBe(200);
  await world.app.jobs.runPending();
  const { messages } = (await world.detail(admin, reportId)).evidence;
  const [kept, other] = [
    messages.find(({ is_named }) => is_named),
    messages.find(({ is_named }) => !is_named),
  ];
  expect(other).toMatchObject({ audio: null, image: null });
  expect(kept).toMatchObject({
    image: null,
    audio: { url: expect.stringMatching(/^\/media\/evidence\//), duration_ms: message?.audio_duration_ms },
  });
  expect(kept).not.toHaveProperty('audio_id');
  const sound = await open(kept?.audio?.url, admin);
  expect([sound.status, sound.headers.get('content-type')]).toEqual([200, 'audio/mp4']);
  expect(sound.bytes.equals(original.bytes)).toBe(true);
  expect((await open(kept?.audio?.url, admin, 'bytes=0-1')).status).toBe(206);
});

it('VM-03, SV-105: a removed voice message is kept out: the same file is refused', async () => {
  const world = await startTalk();
  const { ann, bob, annChat, bobChat, url, open, read } = world;
  const admin = await world.admin();
  await annChat.say('hello');
  const bytes = await recording({ levels: [0.2, 0.9] });
  const id = await bobChat.say('', { audio_id: await uploadRecording(url, bob, bytes) });
  const link = (await read(ann, bob)).data.messages.at(-1)?.audio_url;
  const reportId = await world.reported(ann, bob, { message_id: id });
  await world.decide(admin, reportId, {
    status: 'resolved',
    action: 'delete_content',
    reason: 'This is not allowed here',
    keep_out: true,
  });
  expect((await open(link, ann)).code).toBe('audio_not_found');
  expect(await sendRecording(url, ann, bytes)).toMatchObject({ status: 400, code: 'upload_refused' });
});

it('SV-46: an unread voice message is listed with its sound', async () => {
  const { ann, bob, annChat, bobChat, upload, open, client } = await startTalk();
  bobChat.socket.disconnect();
  await eventually(async () => {
    await annChat.say('', { audio_id: await upload(ann) });
    const { messages } = (await client('GET /chat/unread', {}, bob)).data;
    const unread = messages.find((message) => message.audio_url !== null);
    expect(unread).toMatchObject(VOICE);
    expect((await open(unread?.audio_url, bob)).status).toBe(200);
  });
});
