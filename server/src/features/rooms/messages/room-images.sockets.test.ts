import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openFile } from '../../feed/posts/post-files.fixture.ts';
import { PICTURE, startImages } from './room-images.fixture.ts';
import { eventually } from '../rooms.fixture.ts';
import type { RoomClient } from '../rooms.fixture.ts';

const VIDEO = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
const LINK = /^\/media\/images\/[0-9a-f]{32}\?for=[\w-]+&expires=\d+&signature=[\w-]+$/;

async function refusal(client: RoomClient, content: string | null | undefined, more: object) {
  const { code, detail } = Object(await client.send(content, more));
  return [code, detail];
}

it('GC-02, GC-54, R-15: an image by its address is fetched once, stored, and shown only by signed links', async () => {
  const { roomOfThree, pictureUrl, asked, history, getMessage, url } = await startImages();
  const { groupId, creator, evelyn, ann, eve } = await roomOfThree();
  const address = pictureUrl('sunset');
  expect(await ann.send('look', { image_url: `  ${address} ` })).toMatchObject({ sequence: 1 });
  await eventually(() => expect(eve.messages).toHaveLength(1));
  const [received] = eve.messages;
  expect(received).toMatchObject({
    content: 'look',
    image_id: expect.stringMatching(/^[0-9a-f]{32}$/),
    image_url: expect.stringMatching(LINK),
    image_width: PICTURE.width,
    image_height: PICTURE.height,
  });
  const [read] = (await history(evelyn, groupId)).data.messages;
  const [readByAnn] = (await history(creator, groupId)).data.messages;
  expect({ ...read, image_url: received?.image_url }).toEqual(received);
  const links = [received?.image_url, read?.image_url, readByAnn?.image_url];
  expect(new Set(links).size).toBe(3);
  for (const [index, by] of [evelyn, evelyn, creator].entries()) {
    const answer = await openFile(url, links[index] ?? '', by);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp']);
  }
  expect((await getMessage(evelyn, read?._id ?? '')).data).toEqual(read);
  expect(asked.filter((path) => path.includes('sunset'))).toHaveLength(1);
  const everything = JSON.stringify([eve.received, ann.received, read]);
  expect(everything).not.toContain('pictures.example');
});

it('GC-02, SV-45: an uploaded image is sent by its id, only by its owner', async () => {
  const { roomOfThree, pictureUrl, client, history, database } = await startImages();
  const { groupId, creator, evelyn, ann, eve } = await roomOfThree();
  const body = { url: pictureUrl('upload') };
  const { image_id } = (await client('POST /api/images/upload-image-url/', { body }, creator)).data;
  expect(await refusal(eve, '', { image_id })).toEqual(['invalid_image_url', 'Invalid image URL']);
  expect(await ann.send('', { image_id, image_url: 'http://elsewhere.example/passed-over' })).toMatchObject({
    sequence: 1,
  });
  await eventually(() => expect(eve.messages[0]).toMatchObject({ content: '', image_id, image_width: 12 }));
  expect((await history(evelyn, groupId)).data.messages).toMatchObject([{ image_id, image_height: 7 }]);
  const { rows } = await sql<{ is_used: boolean }>`
    SELECT used_at IS NOT NULL AS is_used FROM images WHERE id = ${image_id}`.execute(database.db);
  expect(rows).toEqual([{ is_used: true }]);
});

it('GC-02, VP-12: a video is sent by its address, in normalized form; text is optional', async () => {
  const { roomOfThree, history } = await startImages();
  const { groupId, creator, ann, eve } = await roomOfThree();
  expect(await ann.send('', { youtube_url: ` ${VIDEO}&t=4 ` })).toMatchObject({ sequence: 1 });
  expect(await ann.send('this', { youtube_url: 'youtu.be/dQw4w9WgXcQ' })).toMatchObject({ sequence: 2 });
  const odd = 'https://me:secret@www.youtube.com:8443/watch/?v=dQw4w9WgXcQ';
  expect(await ann.send('that', { youtube_url: odd })).toMatchObject({ sequence: 3 });
  await eventually(() => expect(eve.messages).toHaveLength(3));
  const plain = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
  expect(eve.messages.map((message) => message.youtube_url)).toEqual([`${VIDEO}&t=4`, plain, plain]);
  expect((await history(creator, groupId)).data.messages).toEqual(eve.messages);
});

it('GC-56: with an image or a video, text that is null or missing is no error', async () => {
  const { roomOfThree, pictureUrl } = await startImages();
  const { ann, eve } = await roomOfThree();
  expect(await ann.send(null, { youtube_url: VIDEO })).toMatchObject({ sequence: 1 });
  expect(await ann.send(undefined, { youtube_url: VIDEO })).toMatchObject({ sequence: 2 });
  expect(await ann.send(null, { image_url: pictureUrl('wordless') })).toMatchObject({ sequence: 3 });
  await eventually(() => expect(eve.messages.map((message) => message.content)).toEqual(['', '', '']));
});

it('GC-54, GC-56, X-47: invalid images, invalid videos and empty messages get their own error, and nothing is fetched', async () => {
  const { roomOfThree, pictureUrl, asked } = await startImages();
  const { ann } = await roomOfThree();
  const before = asked.length;
  const image = ['invalid_image_url', 'Invalid image URL'];
  const page = pictureUrl('page').replace('.png', '.html');
  for (const image_url of [page, 'ftp://a.example/a.png', 'nonsense', `${page}?a=.png`, 'data:a.png']) {
    expect(await refusal(ann, 'look', { image_url })).toEqual(image);
  }
  for (const image_id of ['f'.repeat(32), '../../etc/passwd', 'a b']) {
    expect(await refusal(ann, 'look', { image_id, image_url: pictureUrl('never') })).toEqual(image);
  }
  const video = ['invalid_youtube_url', 'Invalid YouTube URL'];
  for (const youtube_url of ['https://example.com/watch?v=dQw4w9WgXcQ', 'nonsense', `${VIDEO}x`]) {
    expect(await refusal(ann, 'look', { youtube_url, image_url: pictureUrl('never') })).toEqual(video);
  }
  const nothing = { image_url: ' ', image_id: '', youtube_url: null };
  for (const content of [' ', null, undefined])
    expect(await refusal(ann, content, nothing)).toEqual(['message_empty', 'Message or image required']);
  expect(await refusal(ann, 'x'.repeat(2001), { youtube_url: VIDEO })).toMatchObject([
    'message_too_long',
    {},
  ]);
  expect(asked).toHaveLength(before);
  expect(ann.messages).toEqual([]);
});

it('SV-45: if an address returns no image the sender gets an error, and no message is stored', async () => {
  const { roomOfThree, pictureUrl } = await startImages();
  const { ann } = await roomOfThree();
  const failed = await refusal(ann, 'look', { image_url: pictureUrl('missing') });
  expect(failed).toEqual(['image_url_failed', 'Failed to process image URL']);
  expect(await refusal(ann, 'look', { image_url: 'http://127.0.0.1:1/a.png' })).toEqual(failed);
  expect(ann.messages).toEqual([]);
  expect(await ann.send('look', { image_url: pictureUrl('found') })).toMatchObject({ sequence: 1 });
});

it('X-35, GC-57: a private message with an image needs no text and reaches only its recipients', async () => {
  const { roomOfThree, pictureUrl, history, getMessage, asked } = await startImages();
  const { groupId, creator, bobby, evelyn, ann, bob, eve } = await roomOfThree();
  const sent = await ann.send(`@${bobby.username}`, { image_url: pictureUrl('secret') });
  expect(await ann.send(`@${bobby.username} `, { youtube_url: VIDEO })).toMatchObject({ sequence: 2 });
  await ann.send('to all');
  await eventually(() => expect(bob.messages).toHaveLength(3));
  await eventually(() => expect(eve.messages.map((message) => message.content)).toEqual(['to all']));
  for (const message of bob.messages.slice(0, 2)) {
    expect(message).toMatchObject({ is_private: true, recipient_usernames: [bobby.username] });
  }
  expect(bob.messages[0]?.image_url).toMatch(LINK);
  const imageId = bob.messages[0]?.image_id ?? 'none';
  const others = [eve.received, (await history(evelyn, groupId)).data];
  expect(JSON.stringify(others)).not.toContain(imageId);
  const id = '_id' in sent ? sent._id : '';
  expect((await getMessage(evelyn, id)).status).toBe(404);
  expect((await getMessage(creator, id)).data.image_id).toBe(imageId);

  const before = asked.length;
  const nobody = await refusal(ann, '@nobody', { image_url: pictureUrl('for-nobody') });
  expect(nobody[0]).toBe('whisper_to_nobody');
  expect(asked).toHaveLength(before);
});

it('R-03: a retry of a message with an image is acknowledged without fetching the image again', async () => {
  const { roomOfThree, pictureUrl, asked, release } = await startImages();
  const { ann, eve, groupId } = await roomOfThree();
  const image = { clientMessageId: 'one', image_url: pictureUrl('again') };
  const first = await ann.send('', image);
  expect(await ann.send('', image)).toEqual(first);
  expect(asked.filter((path) => path.includes('again'))).toHaveLength(1);

  const slow = { clientMessageId: 'two', image_url: pictureUrl('slow') };
  const both = Promise.all([ann.send('', slow), ann.send('', slow)]);
  await eventually(() => expect(asked.filter((path) => path.includes('slow'))).toHaveLength(1));
  await eve.send('meanwhile');
  release();
  const [one, other] = await both;
  expect(other).toEqual(one);
  expect(asked.filter((path) => path.includes('slow'))).toHaveLength(1);
  await eventually(() => expect(eve.messages).toHaveLength(3));
  // A retry is processed after the first message, with its own acknowledgement.
  await eventually(() => expect(ann.confirmations).toHaveLength(4));

  const untold = { group_id: groupId, content: '', timestamp: '2026-11-21T10:00:00.000Z' };
  const confirmations = ann.confirmations.length;
  for (const name of ['a', 'b', 'a']) {
    ann.socket.emit('group_message', { ...untold, image_url: pictureUrl(name) });
    await eventually(() => expect(ann.confirmations.length).toBeGreaterThan(confirmations));
  }
  await eventually(() => expect(ann.confirmations).toHaveLength(confirmations + 3));
  await eventually(() => expect(eve.messages).toHaveLength(5));
});

it('R-07, R-17: nothing is fetched for a user who has left the room', async () => {
  const { roomOfThree, pictureUrl, asked, database } = await startImages();
  const { bobby, bob } = await roomOfThree();
  await sql`
    DELETE FROM conversation_members
    WHERE user_id = (SELECT id FROM users WHERE username = ${bobby.username})`.execute(database.db);
  expect((await refusal(bob, '', { image_url: pictureUrl('outside') }))[0]).toBe('not_a_member');
  expect(asked.filter((path) => path.includes('outside'))).toEqual([]);
});

it('SV-37, R-15: a deleted message shows neither its image nor its video', async () => {
  const { roomOfThree, pictureUrl, deleteMessages, history } = await startImages();
  const { groupId, creator, evelyn, ann } = await roomOfThree();
  const sent = await ann.send('', { image_url: pictureUrl('regret'), youtube_url: VIDEO });
  await deleteMessages(creator, { message_ids: ['_id' in sent ? sent._id : ''] });
  for (const viewer of [creator, evelyn]) {
    expect((await history(viewer, groupId)).data.messages).toMatchObject([
      {
        content: '',
        image_url: null,
        image_id: null,
        image_width: null,
        image_height: null,
        youtube_url: null,
        is_deleted: true,
      },
    ]);
  }
});
