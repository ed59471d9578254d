import { expect, it } from 'vitest';
import { openFile } from '../../feed/posts/post-files.fixture.ts';
import { PICTURE, startImages } from '../../rooms/messages/room-images.fixture.ts';
import { eventually, startChats } from '../direct.fixture.ts';

const LINK = /^\/media\/images\/[0-9a-f]{32}\?for=[\w-]+&expires=\d+&signature=[\w-]+$/;

/** Creates two users with an open chat each, and a host that has pictures. */
async function startPictures() {
  const images = await startImages();
  const chats = await startChats(); // the same application
  return { ...images, ...chats, ...(await chats.openChat()) };
}

it('RT-21, PC-31, R-15, SV-99: an image by its address is stored; each of the two gets their own link', async () => {
  const { ann, bob, annChat, bobChat, connectShell, pictureUrl, asked, getMessage, read, url } =
    await startPictures();
  const bobShell = await connectShell(bob);
  const sent = await annChat.say('look', { image_url: ` ${pictureUrl('sunset')} ` });
  await eventually(() => expect(bobChat.all('message')).toHaveLength(1));
  await eventually(() => expect(annChat.all('image_processed')).toHaveLength(1));
  const [theirs, own] = [bobChat.all('message')[0], annChat.all('message')[0]];
  const [processed] = annChat.all('image_processed');
  const size = { image_width: PICTURE.width, image_height: PICTURE.height };
  expect(theirs).toMatchObject({ content: 'look', ...size, image_url: expect.stringMatching(LINK) });
  expect(processed).toEqual({ _id: sent, image_id: own?.image_id, image_url: own?.image_url });
  expect(own?.image_url).not.toBe(theirs?.image_url);
  expect({ ...own, image_url: '' }).toEqual({ ...theirs, image_url: '' });
  expect(bobShell.all('new_message')).toEqual([theirs]);
  const since = expect.any(String) as unknown;
  await eventually(async () =>
    expect((await read(bob, ann)).data.messages).toEqual([
      { ...theirs, delivered_at: since, read_at: since },
    ]),
  );
  expect((await getMessage(ann, sent)).data.image_url).toBe(own?.image_url);
  expect((await openFile(url, own?.image_url ?? '', ann)).status).toBe(200);
  expect((await openFile(url, theirs?.image_url ?? '', bob)).status).toBe(200);
  expect(asked.filter((path) => path.includes('sunset'))).toHaveLength(1);
  expect(JSON.stringify([annChat.received, bobChat.received])).not.toContain('pictures.example');
});

it('PC-36, R-03: an upload is sent by its id, only by its owner; a retry is acknowledged without a fetch', async () => {
  const { ann, annChat, bobChat, client, pictureUrl, asked } = await startPictures();
  const body = { url: pictureUrl('upload') };
  const { image_id } = (await client('POST /api/images/upload-image-url/', { body }, ann)).data;
  expect(await bobChat.refusal('', { image_id })).toBe('invalid_private_image_url');
  const first = await annChat.send('', { image_id, clientMessageId: 'once' });
  expect(await annChat.send('', { image_id, clientMessageId: 'once' })).toEqual(first);
  const both = [1, 2].map(() =>
    annChat.send('', { image_url: pictureUrl('twice'), clientMessageId: 'twice' }),
  );
  const [one, other] = await Promise.all(both);
  expect(one).toEqual(other);
  await eventually(() => expect(bobChat.all('message')).toHaveLength(2));
  expect(asked.filter((path) => path.includes('twice'))).toHaveLength(1);
});

it('PC-40, R-07: nothing is fetched for a blocked user, and a failed fetch stores nothing', async () => {
  const { ann, bob, annChat, pictureUrl, asked, block, read } = await startPictures();
  expect(await annChat.send('look', { image_url: pictureUrl('missing') })).toMatchObject({
    code: 'image_url_failed',
    detail: 'Failed to process image URL',
  });
  expect((await read(ann, bob)).data.messages).toEqual([]);
  await block(bob, ann);
  expect(await annChat.refusal('look', { image_url: pictureUrl('blocked') })).toBe('blocked_by_user');
  expect(asked.filter((path) => path.includes('blocked'))).toEqual([]);
});

it('R-07: an image that is ready after the block is not delivered', async () => {
  const { ann, bob, annChat, bobChat, pictureUrl, asked, release, block } = await startPictures();
  await annChat.say('before');
  const late = annChat.refusal('look', { image_url: pictureUrl('slow') });
  await eventually(() => expect(asked.filter((path) => path.includes('slow'))).toHaveLength(1));
  await block(bob, ann);
  release();
  expect(await late).toBe('blocked_by_user');
  expect(bobChat.all('message').map((message) => message.content)).toEqual(['before']);
});
