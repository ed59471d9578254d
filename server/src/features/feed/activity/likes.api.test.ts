import { LIKED_BY_MAX } from '@adda/contract/feed';
import { describe, expect, it } from 'vitest';
import { startPostActivity } from './post-activity.fixture.ts';

const NO_POST = 'f'.repeat(24);

async function startOne() {
  const fixture = await startPostActivity();
  const [ann, ben] = [await fixture.poster(), await fixture.poster()];
  return { ...fixture, ann, ben };
}

describe('liking', () => {
  it('SV-64, X-04: a like toggles, and each user counts once', async () => {
    const { ann, ben, guest, postBy, like } = await startOne();
    const mediaId = await postBy(ann);
    expect((await like(ben, mediaId)).data).toEqual({ liked: true, like_count: 1 });
    expect((await like(await guest(), mediaId)).data).toEqual({ liked: true, like_count: 2 });
    expect((await like(ann, mediaId)).data).toEqual({ liked: true, like_count: 3 });
    expect((await like(ben, mediaId)).data).toEqual({ liked: false, like_count: 2 });
    expect((await like(ben, mediaId)).data).toEqual({ liked: true, like_count: 3 });
  });

  it('SV-64, FE-12: an ad, an invalid id and an unknown post are refused', async () => {
    const { ben, like } = await startOne();
    for (const [id, status, code, detail] of [
      [`ad_${NO_POST}`, 400, 'ads_cannot_be_liked', 'Ads cannot be liked'],
      ['no id', 400, 'invalid_media_id', 'Invalid media ID'],
      ['a'.repeat(300), 400, 'invalid_media_id', 'Invalid media ID'],
      [NO_POST.toUpperCase(), 400, 'invalid_media_id', 'Invalid media ID'],
      [NO_POST, 404, 'media_not_found', 'Media not found'],
    ] as const) {
      const answer = await like(ben, id);
      expect([answer.status, answer.error]).toEqual([status, { code, detail }]);
    }
  });

  it('SV-64, SV-77: only subscribers and the sender may like a locked post; only the sender a private one', async () => {
    const { ann, ben, poster, subscribe, postBy, like } = await startOne();
    const eve = await poster();
    await subscribe(ben, ann);
    const locked = await postBy(ann, { isLocked: true });
    const refused = await like(eve, locked);
    expect([refused.status, refused.error]).toEqual([
      403,
      { code: 'media_locked', detail: 'Subscribe to see' },
    ]);
    expect((await like(ben, locked)).data.like_count).toBe(1);
    expect((await like(ann, locked)).data.like_count).toBe(2);
    const hidden = await postBy(ann, { visibility: 'private' });
    expect((await like(ben, hidden)).error.code).toBe('media_not_found');
    expect((await like(ann, hidden)).data.like_count).toBe(1);
  });

  it('SV-64: a like may be withdrawn from a post locked in the meantime, and not given again', async () => {
    const { ann, ben, offer, change, postBy, like, countsOf } = await startOne();
    const mediaId = await postBy(ann, { file: 'ready' });
    await like(ben, mediaId);
    await change(ann, mediaId, { is_locked: true, plan_id: await offer(ann) });
    expect((await like(ben, mediaId)).data).toEqual({ liked: false, like_count: 0 });
    expect((await like(ben, mediaId)).error.code).toBe('media_locked');
    expect(await countsOf(mediaId)).toMatchObject({ like_count: 0, likes: 0 });
  });

  it('SV-64: fifty concurrent likes and withdrawals are counted exactly', async () => {
    const { ann, ben, guest, postBy, like, countsOf } = await startOne();
    const mediaId = await postBy(ann);
    const many = await Promise.all(Array.from({ length: 25 }, () => guest()));
    await Promise.all([...many, ...many.slice(0, 12), ben, ben, ben].map((by) => like(by, mediaId)));
    expect(await countsOf(mediaId)).toMatchObject({ like_count: 14, likes: 14 });
  });

  it('SV-64: fifty concurrent toggles of one user leave the state of an even number', async () => {
    const { ann, ben, postBy, like, countsOf } = await startOne();
    const mediaId = await postBy(ann);
    const answers = await Promise.all(Array.from({ length: 50 }, () => like(ben, mediaId)));
    const liked = answers.filter(({ data }) => data.liked);
    expect(liked).toHaveLength(25);
    expect(answers.every(({ data }) => data.like_count === (data.liked ? 1 : 0))).toBe(true);
    expect(await countsOf(mediaId)).toMatchObject({ like_count: 0, likes: 0 });
  });
});

describe('list of likers', () => {
  const namesOf = ({ data }: { data: { likes: { username: string }[] } }) =>
    data.likes.map(({ username }) => username);

  it('FE-13, FE-14: every liker is reachable page by page, newest first, without blocked users', async () => {
    const { ann, ben, guest, postBy, like, likes, block } = await startOne();
    const mediaId = await postBy(ann);
    const fans = [ben, ...(await Promise.all(Array.from({ length: LIKED_BY_MAX + 2 }, () => guest())))];
    for (const fan of fans) await like(fan, mediaId);
    const all = fans.map(({ username }) => username);
    const first = namesOf(await likes(ann, mediaId, { limit: 10 }));
    expect(first).toHaveLength(10);
    const rest = namesOf(await likes(ann, mediaId, { skip: 10, limit: 100 }));
    expect([...first, ...rest].toSorted()).toEqual(all.toSorted());
    expect(namesOf(await likes(ann, mediaId, { limit: 100 }))).toEqual([...first, ...rest]);
    expect((await likes(ann, mediaId, { skip: all.length })).data).toEqual({ likes: [] });
    expect((await likes(ann, mediaId, { limit: 100 })).data.likes).toContainEqual({
      username: ben.username,
      display_name: ben.username,
      avatar: null,
    });
    await block(ann, ben);
    expect(namesOf(await likes(ann, mediaId, { limit: 100 }))).not.toContain(ben.username);
  });

  it('FE-13: only for users who may find the post', async () => {
    const { ann, ben, postBy, like, likes, block } = await startOne();
    const [hidden, mediaId] = [await postBy(ann, { visibility: 'private' }), await postBy(ann)];
    await like(ann, hidden);
    expect(namesOf(await likes(ann, hidden))).toEqual([ann.username]);
    expect((await likes(ben, hidden)).error.code).toBe('media_not_found');
    expect((await likes(ben, 'no id')).error.code).toBe('invalid_media_id');
    await block(ann, ben);
    expect((await likes(ben, mediaId)).error.code).toBe('media_not_found');
  });
});

describe('sharing', () => {
  it('SV-65: returns the address of the post and counts each call', async () => {
    const { ann, ben, publicUrl, postBy, share } = await startOne();
    const mediaId = await postBy(ann);
    expect((await share(ben, mediaId)).data).toEqual({
      share_url: `${publicUrl}/post/${mediaId}`,
      share_count: 1,
    });
    await Promise.all(Array.from({ length: 10 }, () => share(ann, mediaId)));
    expect((await share(ben, mediaId)).data.share_count).toBe(12);
  });

  it('SV-65: every user who may find a locked post may share it; a private one only its sender', async () => {
    const { ann, ben, postBy, share } = await startOne();
    expect((await share(ben, await postBy(ann, { isLocked: true }))).data.share_count).toBe(1);
    const hidden = await postBy(ann, { visibility: 'private' });
    const refused = await share(ben, hidden);
    expect([refused.status, refused.error]).toEqual([
      404,
      { code: 'media_not_found', detail: 'Media not found' },
    ]);
    expect((await share(ann, hidden)).data.share_count).toBe(1);
    expect((await share(ben, `ad_${NO_POST}`)).error.code).toBe('invalid_media_id');
  });
});

describe('disabled features', () => {
  it('X-04: likes and shares return 501 with the specified text, and comments still work', async () => {
    const off = await startPostActivity({ FEATURE_LIKES: 'off', FEATURE_SHARES: 'off' });
    const ann = await off.poster();
    const mediaId = await off.postBy(ann);
    for (const call of [off.like, off.share]) {
      for (const id of [mediaId, `ad_${NO_POST}`, NO_POST]) {
        const answer = await call(ann, id);
        expect([answer.status, answer.error]).toEqual([501, { code: 'coming_soon', detail: 'Coming Soon' }]);
      }
    }
    expect(await off.countsOf(mediaId)).toMatchObject({ like_count: 0, share_count: 0 });
    expect((await off.comment(ann, mediaId)).status).toBe(201);
  });

  it('X-04: likes and shares are disabled independently', async () => {
    const off = await startPostActivity({ FEATURE_SHARES: 'off' });
    const ann = await off.poster();
    const mediaId = await off.postBy(ann);
    expect((await off.like(ann, mediaId)).status).toBe(200);
    expect((await off.share(ann, mediaId)).status).toBe(501);
  });
});
