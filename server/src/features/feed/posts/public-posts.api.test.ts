import { publicPost } from '@adda/contract/feed';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { BLUR } from './post-rows.fixture.ts';
import { startPosts, type PostsFixture, type Poster } from './posts.fixture.ts';

let posts: PostsFixture;
let sender: Poster;
beforeAll(async () => {
  posts = await startPosts();
  sender = await posts.poster();
});

const one = async (shape: Parameters<PostsFixture['insert']>[1], by = sender) =>
  (await posts.insert(by, shape))[0]?.mediaId ?? '';
const get = (mediaId: string) =>
  posts.client('GET /public/posts/:media_id', { params: { media_id: mediaId } });
const list = ({ username }: { username: string }) =>
  posts.client('GET /public/profiles/:username/posts', { params: { username } });
const shared = (mediaId: string) => fetch(`${posts.url}/media/shared/${encodeURIComponent(mediaId)}`);

describe('a public post, without an account', () => {
  it('has the public fields, and no links for one viewer', async () => {
    const id = await one({ file: 'ready', kind: 'video', caption: 'Waves' });
    const { data } = await get(id);
    expect(data).toEqual({
      media_id: id,
      sender: sender.username,
      sender_display_name: sender.username,
      sender_avatar: null,
      caption: 'Waves',
      is_video: true,
      preview_url: `/media/shared/${id}`,
      blur_url: BLUR,
      width: 640,
      height: 480,
      created_at: data.created_at,
    });
    expect(Object.keys(data).toSorted()).toEqual(Object.keys(publicPost.shape).toSorted());
  });

  it('has no preview before it is generated', async () => {
    expect((await get(await one({ file: 'pending' }))).data.preview_url).toBeNull();
    expect((await get(await one({}))).data.preview_url).toBeNull();
  });

  it('SV-60: its preview may be cached publicly for minutes', async () => {
    const { media_id: id } = await posts.ready(sender);
    const answer = await shared(id);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('image/webp');
    expect(answer.headers.get('cache-control')).toMatch(/^public, max-age=300\b/);
    expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(20);
  });
});

describe('posts that are not public', () => {
  it('X-26, R-15: locked, private and deleted posts and their previews are not found', async () => {
    const plan = await posts.offer(sender);
    const { media_id: open } = await posts.ready(sender);
    const { media_id: locked } = await posts.ready(sender, { fields: { is_locked: '1', plan_id: plan } });
    const { media_id: hidden } = await posts.ready(sender, { fields: { visibility: 'private' } });
    expect((await shared(open)).status).toBe(200);
    await posts.remove(sender, open);
    for (const id of [locked, hidden, open, 'nonsense', '0123456789abcdef01234567']) {
      const answer = await get(id);
      expect([id, answer.status, answer.error.code]).toEqual([id, 404, 'media_not_found']);
      expect([id, (await shared(id)).status]).toEqual([id, 404]);
    }
  });

  it('SV-58: a post with a failed file is not found', async () => {
    const own = await posts.poster();
    const [failed, pending] = [await one({ file: 'failed' }, own), await one({ file: 'pending' }, own)];
    expect((await get(failed)).status).toBe(404);
    expect((await shared(failed)).status).toBe(404);
    expect((await list(own)).data.posts.map((post) => post.media_id)).toEqual([pending]);
    expect((await posts.getPost(sender, failed)).status).toBe(200);
  });

  it('a public preview is no longer served once the post is locked', async () => {
    const { media_id: id } = await posts.ready(sender);
    expect((await shared(id)).status).toBe(200);
    await posts.change(sender, id, { is_locked: true, plan_id: await posts.offer(sender) });
    expect((await shared(id)).status).toBe(404);
  });

  it('SV-55: posts of a suspended sender are not found, and neither is the sender', async () => {
    const suspended = await posts.poster();
    const id = await one({}, suspended);
    expect((await list(suspended)).data.posts).toHaveLength(1);
    await sql`UPDATE users SET suspended_at = now() WHERE id = ${suspended.userId}`.execute(
      posts.database.db,
    );
    expect((await get(id)).status).toBe(404);
    const answer = await list(suspended);
    expect([answer.status, answer.error.code]).toEqual([404, 'user_not_found']);
  });

  it('guests and unknown users have no public page', async () => {
    for (const user of [await posts.guest(), { username: 'nobody.at.all' }]) {
      const answer = await list(user);
      expect([answer.status, answer.error.code]).toEqual([404, 'user_not_found']);
    }
  });
});

it('a user’s newest public posts come first, and no other posts are listed', async () => {
  const own = await posts.poster();
  const newest = await one({ secondsAgo: 1 }, own);
  await one({ isLocked: true, secondsAgo: 2 }, own);
  await one({ visibility: 'private', secondsAgo: 3 }, own);
  const oldest = await one({ file: 'ready', secondsAgo: 4 }, own);
  const { data } = await list(own);
  expect(data.posts.map((post) => post.media_id)).toEqual([newest, oldest]);
});

it('requires the API key, like every public call', async () => {
  const id = await one({});
  expect((await fetch(`${posts.url}/public/posts/${id}`)).status).toBe(401);
});
