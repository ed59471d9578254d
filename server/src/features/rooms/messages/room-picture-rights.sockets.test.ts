import { describe, expect, it } from 'vitest';
import { cookieOf, openFile } from '../../feed/posts/post-files.fixture.ts';
import { eventually, type Person } from '../rooms.fixture.ts';
import { startImages } from './room-images.fixture.ts';

/** Creates a room of three in which the creator has sent a picture, and the links that open it. */
async function startPicture(content = 'look') {
  const images = await startImages();
  const room = await images.roomOfThree();
  const { client, url, history, pictureUrl } = images;
  const sent = await room.ann.send(content, { image_url: pictureUrl('sunset') });
  await eventually(() => expect(room.bob.messages).toHaveLength(1));
  const messageId = '_id' in sent ? sent._id : '';
  /** Reads the history as a browser does; returns the link in it and the cookie. */
  async function browse(by: Person) {
    const { data, headers } = await history(by, room.groupId);
    return { link: data.messages.at(-1)?.image_url ?? '', cookie: cookieOf(headers) };
  }
  const open = async (link: string, proof: { cookie?: string; token?: string } = {}) => {
    const { status, code } = await openFile(url, link, proof);
    return status === 200 ? 200 : code;
  };
  return {
    ...images,
    ...room,
    client,
    messageId,
    browse,
    open,
    eventLink: room.bob.messages[0]?.image_url ?? '',
  };
}

describe('R-15: the link to a picture in a room', () => {
  it('opens for its viewer by cookie or token, is not cached, and is refused to all others', async () => {
    const { url, creator, bobby, evelyn, person, browse, open, eventLink, client } = await startPicture();
    const { link, cookie } = await browse(bobby);
    const answer = await openFile(url, link, { cookie });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await open(`${link}&size=small`, { cookie })).toBe(200);
    expect(await open(link, bobby)).toBe(200);
    const evelyns = await browse(evelyn);
    const outsider = await person();
    const outside = cookieOf((await client('GET /chat/unread', {}, outsider)).headers);
    for (const proof of [{}, { cookie: evelyns.cookie }, evelyn, creator, outsider, { token: 'nonsense' }])
      expect(await open(link, proof)).toBe('link_expired');
    for (const proof of [{ cookie }, { cookie: evelyns.cookie }, creator])
      expect(await open(eventLink, proof)).toBe(200);
    for (const proof of [{}, { cookie: outside }, outsider])
      expect(await open(eventLink, proof)).toBe('link_expired');
  });

  it('lets the sender’s browser cache it for a short time', async () => {
    const { url, creator, browse } = await startPicture();
    const { link, cookie } = await browse(creator);
    const cache = (await openFile(url, link, { cookie })).headers.get('cache-control') ?? '';
    expect(Number(/^private, max-age=(\d+)/.exec(cache)?.[1])).toBeLessThanOrEqual(600);
  });

  it.each([
    'kick',
    'ban',
    'leave',
    'log-out',
    'deletion',
    'deletion of everything',
    'block',
    'end of the room',
  ])('is refused after the %s', async (how) => {
    const world = await startPicture();
    const { creator, bobby, groupId, messageId, open, eventLink, client } = world;
    const { link, cookie } = await world.browse(bobby);
    for (const each of [link, eventLink]) expect(await open(each, { cookie })).toBe(200);
    const deeds: Record<string, () => Promise<{ status: number }>> = {
      kick: () => world.kick(creator, groupId, bobby),
      ban: () => world.ban(creator, groupId, bobby),
      leave: () => world.leave(bobby, groupId),
      'log-out': () => client('POST /auth/logout', {}, bobby),
      deletion: () => world.deleteMessages(creator, { message_ids: [messageId] }),
      'deletion of everything': () => world.deleteMessages(creator, { group_id: groupId }),
      block: () => client('POST /users/block', { body: { blocked_username: creator.username } }, bobby),
      'end of the room': () => world.deleteGroup(creator, groupId),
    };
    expect((await deeds[how]?.())?.status).toBe(200);
    for (const each of [link, eventLink])
      for (const proof of [{ cookie }, bobby])
        expect(['link_expired', 'image_not_found']).toContain(await open(each, proof));
  });

  it('of a deleted message is refused to its sender as well', async () => {
    const { creator, messageId, browse, open, deleteMessages } = await startPicture();
    const { link, cookie } = await browse(creator);
    expect(await open(link, { cookie })).toBe(200);
    await deleteMessages(creator, { message_ids: [messageId] });
    expect(await open(link, { cookie })).toBe('image_not_found');
  });

  it('X-35: of a whisper opens only for its sender and recipients, even if other users have the link', async () => {
    const images = await startImages();
    const { creator, bobby, evelyn, ann, bob } = await images.roomOfThree();
    await ann.send(`@${bobby.username}`, { image_url: images.pictureUrl('secret') });
    await eventually(() => expect(bob.messages).toHaveLength(1));
    const boss = await images.admin();
    const statusOf = async (by: Person) =>
      (await openFile(images.url, bob.messages[0]?.image_url ?? '', { token: by.token })).status;
    expect([await statusOf(creator), await statusOf(bobby)]).toEqual([200, 200]);
    expect([await statusOf(evelyn), await statusOf(boss)]).toEqual([403, 403]);
  });

  it('Q-36: opens for a global admin who is not a member', async () => {
    const { admin, browse, open } = await startPicture();
    const { link, cookie } = await browse(await admin());
    expect(await open(link, { cookie })).toBe(200);
  });
});
