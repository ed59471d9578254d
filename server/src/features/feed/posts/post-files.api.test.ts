import { sql } from 'kysely';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD } from '../../accounts/accounts.fixture.ts';
import { alterations, cookieOf, linkOfPast, openFile, type Proof } from './post-files.fixture.ts';
import { startPosts, type PostsFixture, type Poster } from './posts.fixture.ts';

let posts: PostsFixture;
let sender: Poster;
let viewer: Poster;
let mediaId: string;
beforeAll(async () => {
  posts = await startPosts();
  [sender, viewer] = await Promise.all([posts.poster(), posts.poster()]);
  ({ media_id: mediaId } = await posts.ready(sender));
});

const open = (link: string, proof?: Proof) => openFile(posts.url, link, proof);

/** Returns a post as a browser receives it: its links and the viewer cookie. */
async function browse(by: Poster, id = mediaId) {
  const { data, headers } = await posts.getPost(by, id);
  return { link: data.media_url ?? '', preview: data.preview_url ?? '', cookie: cookieOf(headers) };
}

describe('GET /media/file (SV-60)', () => {
  it('returns the re-encoded picture and its preview to the viewer of the link', async () => {
    const { link, preview, cookie } = await browse(viewer);
    for (const proof of [{ cookie }, { token: viewer.token }]) {
      const full = await open(link, proof);
      expect(full.status).toBe(200);
      expect(full.headers.get('content-type')).toBe('image/webp');
      expect(full.headers.get('x-content-type-options')).toBe('nosniff');
      expect(await sharp(full.bytes).metadata()).toMatchObject({ format: 'webp', width: 60, height: 40 });
      const small = await open(preview, proof);
      expect([small.status, small.headers.get('content-type')]).toEqual([200, 'image/webp']);
    }
  });

  it('supports range requests', async () => {
    const { link, cookie } = await browse(viewer);
    const { bytes } = await open(link, { cookie });
    const part = await open(link, { cookie, range: 'bytes=4-11' });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe(`bytes 4-11/${bytes.length}`);
    expect(part.bytes).toEqual(bytes.subarray(4, 12));
    expect((await open(link, { cookie, range: `bytes=${bytes.length}-` })).status).toBe(416);
  });

  it('lets the viewer’s browser cache it for at most ten minutes', async () => {
    const { link, cookie } = await browse(viewer);
    const cache = (await open(link, { cookie })).headers.get('cache-control') ?? '';
    expect(cache).toMatch(/^private, max-age=\d+/);
    expect(Number(/max-age=(\d+)/.exec(cache)?.[1])).toBeLessThanOrEqual(600);
  });

  it('is refused to other users and to unauthenticated callers', async () => {
    const { link, preview } = await browse(viewer);
    const other = await posts.poster();
    const { cookie } = await browse(other);
    for (const copied of [link, preview]) {
      for (const proof of [
        {},
        { cookie },
        { token: other.token },
        { token: sender.token },
        { token: 'nonsense' },
      ]) {
        const answer = await open(copied, proof);
        expect([answer.status, answer.code]).toEqual([403, 'link_expired']);
      }
    }
  });

  it('refuses an altered cookie and the cookie of an ended session', async () => {
    const user = await posts.poster();
    const { link, cookie } = await browse(user);
    for (const altered of [
      `${cookie}A`,
      cookie.slice(0, -3),
      'adda_viewer=',
      `adda_viewer=${'A'.repeat(600)}`,
    ]) {
      expect((await open(link, { cookie: altered })).code).toBe('link_expired');
    }
    expect((await open(link, { cookie })).status).toBe(200);
    await posts.client('POST /auth/logout', {}, user);
    expect((await open(link, { cookie })).code).toBe('link_expired');
    expect((await open(link, { token: user.token })).code).toBe('link_expired');
  });

  it('accepts a second device of the same user, and refuses a suspended user', async () => {
    const user = await posts.poster();
    const { link } = await browse(user);
    const login = await posts.client('POST /auth/login', {
      body: { username: user.username, password: PASSWORD },
    });
    const { cookie } = await browse({ ...user, token: login.data.access_token });
    expect((await open(link, { cookie })).status).toBe(200);
    await posts.suspend(user);
    expect((await open(link, { cookie })).code).toBe('link_expired');
  });

  it('expires, and is refused if any part of it is altered', async () => {
    const { link, preview, cookie } = await browse(viewer);
    const old = linkOfPast(mediaId, viewer, 3600);
    expect((await open(linkOfPast(mediaId, viewer, 0), { cookie })).status).toBe(200);
    expect((await open(old, { cookie })).code).toBe('link_expired');
    const second = await posts.ready(sender);
    const foreign = (await browse(sender, second.media_id)).link;
    for (const original of [link, preview])
      for (const [part, altered] of alterations(original, foreign)) {
        const { status, code } = await open(altered, { cookie });
        expect([part, status, code]).toEqual([part, 403, 'link_expired']);
      }
    for (const name of ['for', 'expires', 'sig']) {
      const bare = link.replace(new RegExp(`${name}=[^&]*&?`), '');
      expect([name, (await open(bare, { cookie })).status]).toEqual([name, 422]);
    }
  });

  it('checks the current rights: hidden, blocked, deleted', async () => {
    const { media_id: id } = await posts.ready(sender);
    const { link, cookie } = await browse(viewer, id);
    const code = async () => (await open(link, { cookie })).code;
    await posts.change(sender, id, { visibility: 'private' });
    expect(await code()).toBe('media_not_found');
    await posts.change(sender, id, { visibility: 'public' });
    expect(await code()).toBeUndefined();
    await posts.block(viewer, sender);
    expect(await code()).toBe('media_not_found');
    await posts.unblock(viewer, sender);
    expect(await code()).toBeUndefined();
    await posts.remove(sender, id);
    expect(await code()).toBe('media_not_found');
  });

  it('a file that is not ready returns not found', async () => {
    const [pending] = await posts.insert(sender, { file: 'pending' });
    const [words] = await posts.insert(sender);
    for (const post of [pending, words]) {
      const answer = await open(linkOfPast(post?.mediaId ?? '', viewer, 0), { token: viewer.token });
      expect([answer.status, answer.code]).toEqual([404, 'media_not_found']);
    }
  });
});

describe('a locked file (FE-10, R-15)', () => {
  it('is served to the sender and current subscribers, and never cached', async () => {
    const plan = await posts.offer(sender);
    const { media_id: id } = await posts.ready(sender, { fields: { is_locked: 'true', plan_id: plan } });
    const fan = await posts.poster();
    const early = await open(linkOfPast(id, fan, 0), { token: fan.token });
    expect([early.status, early.code]).toEqual([403, 'media_locked']);
    await posts.subscribe(fan, sender);
    for (const by of [fan, sender]) {
      const { link, preview, cookie } = await browse(by, id);
      for (const [each, range] of [[link], [preview], [link, 'bytes=0-3']] as const) {
        const answer = await open(each, { cookie, ...(range && { range }) });
        expect(answer.status).toBe(range ? 206 : 200);
        expect(answer.headers.get('cache-control')).toBe('no-store');
      }
    }
    const { link, preview, cookie } = await browse(fan, id);
    await sql`
      UPDATE subscriptions SET expires_at = now() - interval '1 second' WHERE subscriber_id = ${fan.userId}
    `.execute(posts.database.db);
    for (const each of [link, preview])
      for (const range of [undefined, 'bytes=0-3']) {
        const answer = await open(each, { cookie, ...(range && { range }) });
        expect([answer.status, answer.code]).toEqual([403, 'media_locked']);
      }
  });
});
