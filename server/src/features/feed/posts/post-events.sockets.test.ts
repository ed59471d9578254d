import type { CreatorRoomEvents } from '@adda/contract/profiles';
import { beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../direct/direct.fixture.ts';
import { photo, startPosts, type PostsFixture, type Poster } from './posts.fixture.ts';

let posts: PostsFixture;
beforeAll(async () => {
  posts = await startPosts();
});

/** Creates a sender with their own shell and another user whose shell has joined the sender's room. */
async function scene() {
  const [sender, fan] = await Promise.all([posts.poster(), posts.poster()]);
  return {
    sender,
    plan: await posts.offer(sender),
    own: await posts.connectShell(sender),
    room: await posts.listen(fan, sender),
  };
}

type Scene = Awaited<ReturnType<typeof scene>>;

const upload = async (sender: Poster, fields: Record<string, string>, file?: Uint8Array) =>
  (await posts.upload(sender, { fields, ...(file && { file }) })).media_id ?? '';

/** Publishes a text post and waits until the room receives it: everything published before it has been received too. */
async function mark({ sender, room }: Scene): Promise<string> {
  const id = await upload(sender, { caption: 'Marker' });
  await eventually(() => expect(room.all('media_uploaded').at(-1)?.media.media_id).toBe(id));
  return id;
}

const uploadedTo = (shell: Pick<Scene['own'], 'all'>, id: string) =>
  shell.all('media_uploaded').find(({ media }) => media.media_id === id)?.media;

describe('SV-100: a sender’s room', () => {
  it('receives a public post, and its preview under a public address', async () => {
    const { sender, room } = await scene();
    const id = await upload(sender, { caption: 'For all', hashtags: '#sea' }, await photo());
    await eventually(() => expect(uploadedTo(room, id)).toBeDefined());
    expect(uploadedTo(room, id)).toMatchObject({
      media_id: id,
      sender: sender.username,
      caption: 'For all',
      media_url: null,
      preview_url: null,
      preview_pending: true,
      original_filename: null,
      liked_by: [],
      liked_by_me: false,
      is_own: false,
      is_following: false,
      position: '',
    });
    await posts.whenSettled(sender, id);
    const expected: CreatorRoomEvents['media_preview_ready'] = {
      media_id: id,
      creator: sender.username,
      preview_url: `/media/shared/${id}`,
    };
    await eventually(() => expect(room.all('media_preview_ready')).toEqual([expected]));
    expect((await fetch(posts.url + expected.preview_url)).status).toBe(200);
  });

  it('R-15: receives only the placeholder of a locked post', async () => {
    const { sender, plan, room } = await scene();
    const id = await upload(sender, { is_locked: 'true', plan_id: plan }, await photo());
    const { blur_url: blur } = await posts.whenSettled(sender, id);
    expect(blur).toMatch(/^data:image\/webp;base64,/);
    await eventually(() => expect(room.all('media_preview_ready').at(-1)?.preview_url).toBe(blur));
    expect(uploadedTo(room, id)).toMatchObject({ can_view: false, media_url: null, preview_url: null });
    await posts.change(sender, id, { visibility: 'private' });
    await eventually(() => expect(room.all('media_updated').at(-1)?.media.preview_url).toBe(blur));
    expect(JSON.stringify(room.news())).not.toContain('/media/');
  });

  it('X-26: receives nothing of a private post, from upload to deletion; the sender’s own shells do', async () => {
    const all = await scene();
    const { sender, own, room } = all;
    const id = await upload(sender, { visibility: 'private' }, await photo());
    await posts.whenSettled(sender, id);
    await posts.change(sender, id, { visibility: 'private' });
    await posts.remove(sender, id);
    await mark(all);
    expect(JSON.stringify(room.received)).not.toContain(id);
    const received = own.received.filter(({ payload }) => JSON.stringify(payload).includes(id));
    expect(received.map(({ event }) => event)).toEqual([
      'media_uploaded',
      'media_preview_ready',
      'media_updated',
      'media_deleted',
    ]);
    expect(own.all('media_preview_ready')).toEqual([
      { media_id: id, creator: sender.username, preview_url: null },
    ]);
  });

  it('ME-11: receives a deletion when a post stops being listed; the sender receives an update', async () => {
    const all = await scene();
    const { sender, own, room } = all;
    const id = await upload(sender, { caption: 'Soon gone' });
    await posts.change(sender, id, { visibility: 'private' });
    const removed = { media_id: id, creator: sender.username };
    await eventually(() => expect(room.all('media_deleted')).toEqual([removed]));
    await mark(all);
    expect(room.all('media_updated')).toEqual([]);
    expect(own.all('media_updated').map(({ media }) => [media.media_id, media.visibility])).toEqual([
      [id, 'private'],
    ]);
    await posts.change(sender, id, { visibility: 'public' });
    await eventually(() =>
      expect(room.all('media_updated').at(-1)?.media).toMatchObject({ caption: 'Soon gone' }),
    );
  });

  it('ME-11: locking and unlocking publish the new look of the post', async () => {
    const { sender, plan, room } = await scene();
    const [post] = await posts.insert(sender, { file: 'ready' });
    const id = post?.mediaId ?? '';
    const last = () => room.all('media_updated').at(-1)?.media;
    await posts.change(sender, id, { is_locked: true, plan_id: plan });
    await eventually(() => expect(last()).toMatchObject({ media_id: id, is_locked: true, plan_id: plan }));
    expect(last()?.preview_url).toBe(last()?.blur_url);
    await posts.change(sender, id, { is_locked: false, visibility: 'public' });
    await eventually(() => expect(last()).toMatchObject({ is_locked: false, plan_id: null, can_view: true }));
    expect(last()?.preview_url).toBe(`/media/shared/${id}`);
    expect(room.all('media_deleted')).toEqual([]);
  });

  it('ME-18: receives a deletion once', async () => {
    const all = await scene();
    const id = await upload(all.sender, { caption: 'To be deleted' });
    await Promise.all([posts.remove(all.sender, id), posts.remove(all.sender, id)]);
    await mark(all);
    expect(all.room.all('media_deleted')).toEqual([{ media_id: id, creator: all.sender.username }]);
  });

  it('SV-50, R-07: receives the deletion of a suspended sender’s posts, except those that only the sender could see', async () => {
    const { sender, room } = await scene();
    const shown = await upload(sender, { caption: 'For all' });
    const hidden = await upload(sender, { visibility: 'private' }, await photo());
    const suspended = await posts.client(
      'POST /admin/users/:username/suspend',
      { params: { username: sender.username }, body: { reason: 'hurts people in the comments' } },
      await posts.admin(),
    );
    expect(suspended.status).toBe(200);
    const removed = () => room.all('media_deleted').map(({ media_id: id }) => id);
    await eventually(() => expect(removed()).toContain(shown));
    expect(removed()).not.toContain(hidden);
  });

  it('R-01: receives nothing of refused changes', async () => {
    const all = await scene();
    await upload(all.sender, { caption: 'Refused', visibility: 'friends' });
    const key = { caption: 'Once', upload_key: 'the-same-key' };
    const [one, two] = await Promise.all([upload(all.sender, key), upload(all.sender, key)]);
    expect(one).toBe(two);
    const marker = await mark(all);
    const received = all.room.all('media_uploaded').map(({ media }) => media.media_id);
    expect(received.slice(-2)).toEqual([one, marker]);
    expect(received.filter((id) => id === one)).toHaveLength(1);
  });
});
