import { LIKED_BY_MAX, MEDIA_PAGE, type Post } from '@adda/contract/feed';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { readCursor, writeCursor } from './posts.service.ts';
import { BLUR } from './post-rows.fixture.ts';
import { startPosts, type PostsFixture, type Poster } from './posts.fixture.ts';
import { volume } from '../../../test/volume.fixture.ts';

let posts: PostsFixture;
beforeAll(async () => {
  posts = await startPosts();
});

const MANY = volume(1000, 10_000);

const idsOf = (media: readonly Post[]) => media.map((post) => post.media_id);

/** Creates a sender with one post of each kind, newest first. */
async function scene() {
  const [sender, viewer] = await Promise.all([posts.poster(), posts.poster()]);
  const one = async (shape: Parameters<PostsFixture['insert']>[1]) =>
    (await posts.insert(sender, shape))[0]?.mediaId ?? '';
  return {
    sender,
    viewer,
    open: await one({ file: 'ready', secondsAgo: 1, caption: 'Open' }),
    locked: await one({ isLocked: true, secondsAgo: 2, caption: 'Locked' }),
    hidden: await one({ visibility: 'private', file: 'ready', secondsAgo: 3 }),
    words: await one({ secondsAgo: 4 }),
    pending: await one({ file: 'pending', secondsAgo: 5 }),
    failed: await one({ file: 'failed', secondsAgo: 6 }),
    video: await one({ file: 'ready', kind: 'video', secondsAgo: 7 }),
  };
}

describe('GET /media/list', () => {
  it('SV-59, ME-25: the owner sees all posts, others those that the feed may show, newest first', async () => {
    const { sender, viewer, ...made } = await scene();
    const { open, locked, hidden, words, pending, failed, video } = made;
    const own = (await posts.listMedia(sender, sender)).data;
    expect(idsOf(own.media)).toEqual([open, locked, hidden, words, pending, failed, video]);
    expect(own.total_count).toBe(7);
    const others = (await posts.listMedia(viewer, sender)).data;
    expect(idsOf(others.media)).toEqual([open, locked, words, pending, failed, video]);
    expect(others.total_count).toBe(6);
  });

  it('HM-15: the locked ones alone, paged by cursor, and their number on the profile', async () => {
    const { sender, viewer, locked } = await scene();
    const [older] = await posts.insert(sender, { isLocked: true, secondsAgo: 9 });
    const own = (await posts.listMedia(sender, sender, { locked: 'true' })).data;
    expect(idsOf(own.media)).toEqual([locked, older?.mediaId]);
    const first = (await posts.listMedia(viewer, sender, { locked: 'true', limit: 1 })).data;
    expect([idsOf(first.media), first.total_count]).toEqual([[locked], 2]);
    const after = first.media[0]?.position ?? '';
    const next = (await posts.listMedia(viewer, sender, { locked: 'true', after })).data;
    expect(idsOf(next.media)).toEqual([older?.mediaId]);
    const params = { sender: sender.username };
    const { data } = await posts.client('GET /feed/profile/:sender', { params }, viewer);
    expect([data.total_posts, data.total_locked]).toEqual([7, 2]);
  });

  it('FE-13, FE-14: a post has every field of both lists', async () => {
    const { sender, viewer, open, video } = await scene();
    const { media } = (await posts.listMedia(viewer, sender)).data;
    const photo = media.find((post) => post.media_id === open);
    expect(photo).toMatchObject({
      sender: sender.username,
      sender_username: sender.username,
      sender_display_name: sender.username,
      sender_avatar: null,
      is_ad: false,
      ad_id: null,
      sponsor: null,
      is_locked: false,
      can_view: true,
      plan_id: null,
      is_video: false,
      media_url: expect.stringMatching(new RegExp(`^/media/file/${open}\\?`)),
      preview_url: expect.stringContaining('preview=1'),
      blur_url: BLUR,
      preview_pending: false,
      original_filename: 'photo 1.jpg',
      caption: 'Open',
      visibility: 'public',
      liked_by: [],
      liked_by_me: false,
      like_count: 0,
      comment_count: 0,
      share_count: 0,
      file_size: 1000,
      width: 640,
      height: 480,
      duration: null,
      is_own: false,
      is_following: false,
    });
    expect(photo?.upload_date).toBe(photo?.created_at);
    expect(media.find((post) => post.media_id === video)).toMatchObject({ is_video: true, duration: 1.5 });
  });

  it('SV-54, FE-10: others get the placeholder and no file name of a locked post; users who may see it get links', async () => {
    const { sender, viewer, locked } = await scene();
    const seenBy = async (by: Poster) => (await posts.getPost(by, locked)).data;
    const withoutRight = { can_view: false, media_url: null, original_filename: null, preview_url: BLUR };
    expect(await seenBy(viewer)).toMatchObject(withoutRight);
    await posts.subscribe(viewer, sender, { ended: true });
    await posts.subscribe(viewer, sender, { days: -1 });
    expect(await seenBy(viewer)).toMatchObject(withoutRight);
    await posts.subscribe(viewer, sender);
    const withRight = {
      can_view: true,
      media_url: expect.stringContaining('/media/file/'),
      preview_url: expect.stringContaining('preview=1'),
      original_filename: 'photo 1.jpg',
    };
    for (const by of [viewer, sender]) expect(await seenBy(by)).toMatchObject(withRight);
  });

  it('ME-27, SV-58: a pending or failed file has no links', async () => {
    const { viewer, pending, failed } = await scene();
    const bare = { media_url: null, preview_url: null, blur_url: null, has_media: true, file_size: null };
    expect((await posts.getPost(viewer, pending)).data).toMatchObject({ ...bare, preview_pending: true });
    expect((await posts.getPost(viewer, failed)).data).toMatchObject({ ...bare, preview_pending: false });
  });

  it('R-14: between blocked users, in either direction, the list is empty and the posts are not found', async () => {
    const { sender, viewer, open } = await scene();
    const other = await posts.poster();
    await posts.block(sender, viewer);
    await posts.block(other, sender);
    for (const by of [viewer, other]) {
      expect((await posts.listMedia(by, sender)).data).toEqual({ media: [], total_count: 0 });
      const { status, error } = await posts.getPost(by, open);
      expect([status, error.code]).toEqual([404, 'media_not_found']);
    }
  });

  it('SV-55: posts of a suspended sender are returned to no other user', async () => {
    const { sender, viewer, open } = await scene();
    await sql`UPDATE users SET suspended_at = now() WHERE id = ${sender.userId}`.execute(posts.database.db);
    const refused = await posts.listMedia(viewer, sender);
    expect([refused.status, refused.error.code]).toEqual([404, 'user_not_found']);
    expect((await posts.getPost(viewer, open)).status).toBe(404);
  });

  it('returns 404 for an unknown user, 400 for an invalid position, 422 for a value that is not a number', async () => {
    const viewer = await posts.poster();
    const unknown = await posts.listMedia(viewer, { username: 'nobody.at.all', token: '' });
    expect([unknown.status, unknown.error.code]).toEqual([404, 'user_not_found']);
    for (const after of ['?', 'abc', `abc.${'g'.repeat(24)}`, '', `zzzzzzzzzz.${'a'.repeat(24)}`]) {
      const { status, error } = await posts.listMedia(viewer, viewer, { after });
      expect([after, status, error.code]).toEqual([after, 400, 'invalid_parameters']);
    }
    for (const query of [{ skip: -1 }, { limit: 0 }, { limit: 101 }])
      expect((await posts.listMedia(viewer, viewer, query)).status).toBe(422);
  });

  it.each(['nonsense', 'a'.repeat(70)])('GET /feed/post refuses the id %s', async (id) => {
    const { status, error } = await posts.getPost(await posts.poster(), id);
    expect([status, error]).toEqual([400, { code: 'invalid_media_id', detail: 'Invalid media ID' }]);
  });

  it('pages by skip as well', async () => {
    const sender = await posts.poster();
    const made = await posts.insert(sender, { count: MEDIA_PAGE + 5 });
    const first = (await posts.listMedia(sender, sender)).data.media;
    const rest = (await posts.listMedia(sender, sender, { skip: MEDIA_PAGE })).data.media;
    expect(idsOf([...first, ...rest])).toEqual(made.map((post) => post.mediaId));
    expect(first).toHaveLength(MEDIA_PAGE);
  });

  it(
    `SV-59: ${MANY} posts of one moment are each returned once while others are added and deleted`,
    { timeout: 120_000 },
    async () => {
      const [sender, viewer] = await Promise.all([posts.poster(), posts.poster()]);
      const made = await posts.insert(sender, { count: MANY, stepSeconds: 0, secondsAgo: 60 });
      const expected = made
        .map((post) => post.mediaId)
        .toSorted()
        .toReversed();
      const [goes, stays] = [new Set<string>(), new Set(expected)];
      const seen: string[] = [];
      let after: string | undefined;
      for (let page = 0; page <= MANY / 100; page += 1) {
        const { media } = (await posts.listMedia(viewer, sender, { limit: 100, after })).data;
        seen.push(...idsOf(media));
        after = media.at(-1)?.position;
        if (media.length < 100) break;
        // Deletes a post that was already returned and one that is still to come, and adds a new one.
        await posts.insert(sender, { caption: 'Added meanwhile' });
        for (const id of [seen.at(-50), expected[seen.length + 7]]) {
          if (id === undefined || goes.has(id)) continue;
          await posts.remove(sender, id);
          goes.add(id);
          stays.delete(id);
        }
      }
      expect(new Set(seen).size).toBe(seen.length);
      expect(goes.size).toBeGreaterThan(MANY / 70);
      expect(seen.filter((id) => stays.has(id))).toEqual(expected.filter((id) => stays.has(id)));
      const added = seen.filter((id) => !stays.has(id) && !goes.has(id));
      expect(added).toEqual([]);
    },
  );
});

describe('list of likers', () => {
  it('FE-13: the caller first, then the newest; no blocked or suspended users, at most twenty', async () => {
    const { db } = posts.database;
    const [sender, viewer, blocked, blocker, away] = await Promise.all(
      Array.from({ length: 5 }, posts.poster),
    );
    if (!sender || !viewer || !blocked || !blocker || !away) throw new Error('people are missing');
    await posts.block(viewer, blocked);
    await posts.block(blocker, viewer);
    const [post] = await posts.insert(sender);
    const crowd = await Promise.all(Array.from({ length: LIKED_BY_MAX + 3 }, posts.poster));
    const likers = [viewer, ...crowd, blocked, blocker, away];
    for (const [at, liker] of likers.entries())
      await sql`
        INSERT INTO post_likes (post_id, user_id, created_at)
        VALUES (${post?.id}, ${liker.userId}, now() + make_interval(secs => ${at}))`.execute(db);
    await sql`UPDATE users SET suspended_at = now() WHERE id = ${away.userId}`.execute(db);
    const { data } = await posts.getPost(viewer, post?.mediaId ?? '');
    const newest = crowd.toReversed().map((liker) => liker.username);
    expect(data.liked_by).toEqual([viewer.username, ...newest.slice(0, LIKED_BY_MAX - 1)]);
    expect(data.liked_by_me).toBe(true);
    const bySender = (await posts.getPost(sender, post?.mediaId ?? '')).data;
    expect(bySender.liked_by_me).toBe(false);
    expect(bySender.liked_by).toEqual([
      blocker.username,
      blocked.username,
      ...newest.slice(0, LIKED_BY_MAX - 2),
    ]);
  });
});

describe('the text of a cursor', () => {
  it('is parsed back to the value that was written', () => {
    const place = { createdAt: new Date('2026-11-21T10:00:00.123Z'), mediaId: '0123456789abcdef01234567' };
    expect(readCursor(writeCursor(place))).toEqual(place);
  });
});
