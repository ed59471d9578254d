import { globSync } from 'node:fs';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { PASSWORD } from '../accounts/accounts.fixture.ts';
import { uploadRecording } from '../media/audio/recordings.fixture.ts';
import { createBody } from '../push/push.fixture.ts';
import { eventually, freshWord, linesOf, startPrivacy } from './privacy.fixture.ts';

/** Creates two users who write in a room, in a private chat and in the feed; returns the words of each. */
async function talk() {
  const fixture = await startPrivacy();
  const { ann, bob } = await fixture.twoPeople();
  const groupId = await fixture.open(ann);
  await fixture.join(bob, groupId);
  const words = {
    room: freshWord(),
    whisper: freshWord(),
    chat: freshWord(),
    post: freshWord(),
    bio: freshWord(),
  };
  const theirs = { room: freshWord(), whisper: freshWord(), chat: freshWord(), post: freshWord() };
  const writeEverywhere = async (by: typeof ann, to: typeof ann, said: typeof theirs) => {
    const room = await fixture.connect(by, groupId);
    await room.send(said.room);
    await room.send(`@${to.username} ${said.whisper}`);
    const chat = await fixture.connectChat(by, to);
    await chat.say(said.chat);
    await fixture.post(by, { fields: { caption: said.post } });
  };
  await writeEverywhere(ann, bob, words);
  await writeEverywhere(bob, ann, theirs);
  await fixture.editProfile(ann, { bio: words.bio, link: 'https://ann.example/me' });
  return { ...fixture, ann, bob, groupId, words, theirs };
}

describe('SV-104: export of personal data', () => {
  it('R-14, HM-16: contains everything the user wrote or may see, with the files, and nothing else of others', async () => {
    const { ann, bob, words, theirs, copyOf, uploadPicture, connect, groupId } = await talk();
    const imageId = await uploadPicture(ann);
    await (await connect(ann, groupId)).send('A picture', { image_id: imageId });
    const files = await copyOf(ann);
    const everything = [...files].map(([name, bytes]) => `${name}\n${bytes.toString()}`).join('\n');
    for (const word of Object.values(words)) expect(everything).toContain(word);
    expect(everything).toContain(theirs.chat);
    expect(everything).toContain(theirs.whisper);
    expect(everything).not.toContain(theirs.room);
    expect(everything).not.toContain(theirs.post);
    expect(everything).not.toContain('password');
    expect(JSON.parse(String(files.get('account.json')))).toMatchObject({
      username: ann.username,
      bio: words.bio,
      currency: 'INR',
    });
    expect(files.get('README.txt')?.toString()).toContain('private_messages.jsonl');
    expect(linesOf(files, 'room_messages.jsonl').map((said) => said['content'])).toEqual([
      words.room,
      `@${bob.username} ${words.whisper}`,
      `@${ann.username} ${theirs.whisper}`,
      'A picture',
    ]);
    expect(linesOf(files, 'private_messages.jsonl')).toEqual([
      expect.objectContaining({ from: ann.username, with: bob.username, content: words.chat }),
      expect.objectContaining({ from: bob.username, with: bob.username, content: theirs.chat }),
    ]);
    expect(files.get(`images/${imageId}.webp`)?.subarray(8, 12).toString()).toBe('WEBP');
    expect(linesOf(files, 'images.jsonl')).toHaveLength(2);
    for (const { file } of linesOf(files, 'images.jsonl')) expect(files.has(String(file))).toBe(true);
  });

  it('PN-02: has the host of each push service and since when, but nothing by which others could push', async () => {
    const { client, person, copyOf } = await startPrivacy();
    const ann = await person();
    const body = createBody('https://push.example:8443/secret-path?token=secret');
    await client('POST /push/subscriptions', { body }, ann);
    const files = await copyOf(ann);
    const rows = linesOf(files, 'push_subscriptions.jsonl');
    expect(rows).toEqual([{ push_service: 'push.example:8443', subscribed_at: expect.any(String) }]);
    const everything = [...files.values()].join('\n');
    for (const secret of ['secret', body.keys.p256dh, body.keys.auth])
      expect(everything).not.toContain(secret);
  });

  it('FT-04: contains the own drafts, for rooms, for chats and for users without a chat', async () => {
    const { client, ann, bob, groupId, copyOf, person, getRoom } = await talk();
    const stranger = await person();
    const { name } = (await getRoom(ann, groupId)).data;
    for (const place of [
      { group_id: groupId },
      { recipient: bob.username },
      { recipient: stranger.username },
    ])
      await client('PUT /drafts', { body: { ...place, text: `for ${Object.values(place).join()}` } }, ann);
    const kept = { updated_at: expect.any(String) };
    expect(linesOf(await copyOf(ann), 'drafts.jsonl')).toEqual([
      { room: name, with: null, text: `for ${groupId}`, ...kept },
      { room: null, with: bob.username, text: `for ${bob.username}`, ...kept },
      { room: null, with: stranger.username, text: `for ${stranger.username}`, ...kept },
    ]);
    expect(linesOf(await copyOf(bob), 'drafts.jsonl')).toEqual([]);
  });

  it('VM-01: contains the own recordings, and those of others only as a fact', async () => {
    const { ann, bob, copyOf, connectChat, url } = await talk();
    const [annChat, bobChat] = [await connectChat(ann, bob), await connectChat(bob, ann)];
    const [own, foreign] = [await uploadRecording(url, ann), await uploadRecording(url, bob)];
    await annChat.say('mine', { audio_id: own });
    await bobChat.say('theirs', { audio_id: foreign });
    const files = await copyOf(ann);
    expect(files.get(`recordings/${own}.m4a`)?.subarray(4, 8).toString()).toBe('ftyp');
    expect(linesOf(files, 'recordings.jsonl').map(({ file }) => file)).toEqual([`recordings/${own}.m4a`]);
    expect([...files.keys()].join(' ')).not.toContain(foreign);
    const chats = linesOf(files, 'private_messages.jsonl').slice(-2);
    expect(chats).toEqual([
      expect.objectContaining({ content: 'mine', recording: `recordings/${own}.m4a`, has_voice: true }),
      expect.objectContaining({ content: 'theirs', recording: null, has_voice: true }),
    ]);
  });

  it('R-14: omits deleted, hidden and cleared messages, and names and messages of users with a block in between', async () => {
    const { ann, bob, words, theirs, copyOf, read, deleteMessages, block } = await talk();
    const { messages } = (await read(ann, bob)).data;
    const own = messages.find((message) => message.content === words.chat);
    await deleteMessages(ann, bob, [own?._id ?? '']);
    await block(ann, bob);
    const files = await copyOf(bob);
    const chats = String(files.get('private_messages.jsonl'));
    expect(chats).not.toContain(words.chat);
    expect(chats).toContain(theirs.chat);
    expect(chats).not.toContain(ann.username);
    expect(String(files.get('room_messages.jsonl'))).not.toContain(words.whisper);
  });

  it('concurrent requests create one export; a new one requires a day or a failure', async () => {
    const { person, askForCopy, newestCopy, ready, userIdOf, database } = await startPrivacy();
    const ann = await person();
    expect((await newestCopy(ann)).data.export).toBeNull();
    const both = await Promise.all([askForCopy(ann), askForCopy(ann)]);
    const ids = both.filter(({ status }) => status === 200).map(({ data }) => data.export.export_id);
    expect(new Set(ids).size).toBe(1);
    await ready(ann);
    const again = await askForCopy(ann);
    expect(again.status).toBe(429);
    expect(again.error).toMatchObject({ code: 'export_too_soon' });
    expect(again.error.retry_after).toBeGreaterThan(23 * 3600);
    const userId = await userIdOf(ann);
    await sql`
      UPDATE data_exports SET status = 'failed', expires_at = NULL WHERE user_id = ${userId}`.execute(
      database.db,
    );
    expect((await askForCopy(ann)).status).toBe(200);
    await ready(ann);
  });

  it('R-15: opens only with the signed link of its owner, as a download, completely or by range', async () => {
    const { person, askForCopy, ready, fetchCopy } = await startPrivacy();
    const [ann, bob] = [await person(), await person()];
    await askForCopy(ann);
    const copy = await ready(ann);
    const link = copy.url ?? '';
    const whole = await fetchCopy(link, ann);
    expect(whole.status).toBe(200);
    expect(whole.headers.get('content-type')).toBe('application/zip');
    expect(whole.headers.get('content-disposition')).toMatch(
      /^attachment; filename="adda-\d{4}-\d\d-\d\d\.zip"$/,
    );
    expect(whole.headers.get('cache-control')).toBe('no-store');
    const bytes = Buffer.from(await whole.arrayBuffer());
    expect(bytes.length).toBe(copy.bytes);
    const part = await fetchCopy(link, ann, { range: 'bytes=2-9' });
    expect(part.status).toBe(206);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(2, 10));
    for (const [address, by] of [
      [link, bob],
      [link, undefined],
      [link.replace(/signature=(.)/, (_, first) => `signature=${first === '-' ? '_' : '-'}`), ann],
      [link.replace(/export[^?]*/, `exports/${'0'.repeat(24)}`), ann],
    ] as const)
      expect((await fetchCopy(address, by)).status, address).toBe(403);
  });

  it('notifies the user when it is ready', async () => {
    const { person, askForCopy, ready, client } = await startPrivacy();
    const ann = await person();
    await askForCopy(ann);
    await ready(ann);
    const { notifications } = (await client('GET /notifications', { query: {} }, ann)).data;
    expect(notifications.map(({ kind }) => kind)).toEqual(['export_ready']);
  });

  it('is deleted with its bytes when it expires, and with the account', async () => {
    const { person, askForCopy, ready, run, fetchCopy, quiet, dataDir, database, userIdOf, end } =
      await startPrivacy();
    const [ann, bob] = [await person(), await person()];
    const copies = await Promise.all(
      [ann, bob].map(async (someone) => {
        await askForCopy(someone);
        return ready(someone);
      }),
    );
    const kept = () => globSync('media/**/export-*', { cwd: dataDir }).map((file) => file.slice(-24));
    const [annCopy, bobCopy] = copies;
    expect(kept()).toEqual(expect.arrayContaining([annCopy?.export_id, bobCopy?.export_id]));
    await sql`
      UPDATE data_exports SET expires_at = now() - interval '1 second'
      WHERE user_id = ${await userIdOf(ann)}`.execute(database.db);
    expect((await fetchCopy(annCopy?.url ?? '', ann)).status).toBe(404);
    await run('privacy.expired-exports');
    expect((await end(bob, PASSWORD)).status).toBe(200);
    await quiet();
    await eventually(() => expect(kept()).not.toContain(annCopy?.export_id));
    await eventually(() => expect(kept()).not.toContain(bobCopy?.export_id));
    expect(globSync('uploads/*', { cwd: dataDir })).toEqual([]);
  });

  it('resumes after a crash of its process, and fails after repeated crashes', async () => {
    const { person, database, userIdOf, app, ready, newestCopy } = await startPrivacy();
    const [ann, bob] = [await person(), await person()];
    const begin = async (userId: number, exportId: string, tries: number) => {
      await sql`INSERT INTO data_exports (id, user_id, tries) VALUES (${exportId}, ${userId}, ${tries})`.execute(
        database.db,
      );
      await database.transaction((tx) => app.jobs.enqueue(tx, 'privacy.export', { exportId }));
    };
    await begin(await userIdOf(ann), 'a'.repeat(24), 1);
    await begin(await userIdOf(bob), 'b'.repeat(24), 3);
    expect((await ready(ann)).export_id).toBe('a'.repeat(24));
    await eventually(async () => expect((await newestCopy(bob)).data.export?.status).toBe('failed'));
  });
});
