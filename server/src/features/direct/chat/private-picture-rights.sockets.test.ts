import { describe, expect, it } from 'vitest';
import { cookieOf, openFile } from '../../feed/posts/post-files.fixture.ts';
import { startImages } from '../../rooms/messages/room-images.fixture.ts';
import { eventually, startChats, type Person } from '../direct.fixture.ts';

/** Creates two users, one of whom has sent the other a picture, and the links that open it. */
async function startPicture() {
  const images = await startImages();
  const chats = await startChats(); // the same application
  const { ann, bob, annChat, bobChat } = await chats.openChat();
  const messageId = await annChat.say('look', { image_url: images.pictureUrl('sunset') });
  await eventually(() => expect(bobChat.all('message')).toHaveLength(1));
  async function browse(by: Person, other: Person) {
    const { data, headers } = await chats.read(by, other);
    return { link: data.messages.at(-1)?.image_url ?? '', cookie: cookieOf(headers) };
  }
  const open = async (link: string, proof: { cookie?: string; token?: string } = {}) => {
    const { status, code } = await openFile(images.url, link, proof);
    return status === 200 ? 200 : code;
  };
  return { ...images, ...chats, ann, bob, messageId, browse, open };
}

describe('R-15: the link to a picture in a private chat', () => {
  it('opens for its viewer, is not cached, and is refused to the peer and to administrators', async () => {
    const { url, ann, bob, admin, browse, open } = await startPicture();
    const [mine, theirs] = [await browse(ann, bob), await browse(bob, ann)];
    const answer = await openFile(url, theirs.link, { cookie: theirs.cookie });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(await open(mine.link, mine)).toBe(200);
    const boss = await admin();
    for (const proof of [{}, { cookie: mine.cookie }, { token: ann.token }, { token: boss.token }])
      expect(await open(theirs.link, proof)).toBe('link_expired');
  });

  it.each(['block', 'block by the peer', 'deletion', 'deletion of everything', 'log-out', 'suspension'])(
    'is refused after the %s',
    async (how) => {
      const world = await startPicture();
      const { ann, bob, messageId, open, client } = world;
      const { link, cookie } = await world.browse(bob, ann);
      expect(await open(link, { cookie })).toBe(200);
      const deeds: Record<string, () => Promise<unknown>> = {
        block: () => world.block(bob, ann),
        'block by the peer': () => world.block(ann, bob),
        deletion: () => world.deleteMessages(ann, bob, [messageId]),
        'deletion of everything': () => world.deleteMessages(ann, bob, []),
        'log-out': () => client('POST /auth/logout', {}, bob),
        suspension: () => world.suspend(bob),
      };
      await deeds[how]?.();
      for (const proof of [{ cookie }, { token: bob.token }])
        expect(['link_expired', 'image_not_found']).toContain(await open(link, proof));
    },
  );

  it('Q-07, Q-08: is refused to a user who hid or cleared it, and still opens for the peer', async () => {
    for (const all of [false, true]) {
      const { ann, bob, messageId, browse, open, deleteMessages } = await startPicture();
      const [mine, theirs] = [await browse(ann, bob), await browse(bob, ann)];
      await deleteMessages(bob, ann, all ? [] : [messageId]);
      expect(await open(theirs.link, theirs)).toBe('image_not_found');
      expect(await open(mine.link, mine)).toBe(200);
    }
  });

  it('is refused to the sender during a block, and opens again afterwards', async () => {
    const { ann, bob, browse, open, block, unblock } = await startPicture();
    const { link, cookie } = await browse(ann, bob);
    await block(bob, ann);
    expect(await open(link, { cookie })).toBe('image_not_found');
    await unblock(bob, ann);
    expect(await open(link, { cookie })).toBe(200);
  });

  it('is created by every list that shows it, with the cookie that opens it', async () => {
    const { ann, bob, client, open, getMessage, messageId } = await startPicture();
    const [unread, list, one] = [
      await client('GET /chat/unread', {}, bob),
      await client('GET /messages/conversations', { query: {} }, bob),
      await getMessage(bob, messageId),
    ];
    const link = one.data.image_url ?? '';
    for (const { headers } of [unread, list, one])
      expect(await open(link, { cookie: cookieOf(headers) })).toBe(200);
    expect(await open(link, { cookie: cookieOf((await getMessage(ann, messageId)).headers) })).toBe(
      'link_expired',
    );
  });

  it('still opens with the cookie after a token refresh', async () => {
    const { ann, bob, client, browse, open } = await startPicture();
    const { link, cookie } = await browse(bob, ann);
    const { data } = await client('POST /auth/refresh', { body: {} }, bob);
    expect(await open(link, { cookie })).toBe(200);
    expect(await open(link, { token: data.access_token })).toBe(200);
  });

  it('SV-44: of an upload that is not sent yet opens only for its uploader', async () => {
    const { ann, bob, client, pictureUrl, open, url } = await startPicture();
    const body = { url: pictureUrl('unsent') };
    const { data, headers } = await client('POST /api/images/upload-image-url/', { body }, ann);
    const cookie = cookieOf(headers);
    const answer = await openFile(url, data.image_url, { cookie });
    expect(answer.headers.get('cache-control')).toMatch(/^private, max-age=/);
    expect(await open(data.image_url, { cookie })).toBe(200);
    expect(await open(data.image_url, { token: bob.token })).toBe('link_expired');
    await client('POST /auth/logout', {}, ann);
    expect(await open(data.image_url, { cookie })).toBe('link_expired');
  });
});
