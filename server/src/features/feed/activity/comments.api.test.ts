import { COMMENT_MAX, COMMENTS_PAGE } from '@adda/contract/feed';
import { describe, expect, it } from 'vitest';
import type { Person } from '../../rooms/rooms.fixture.ts';
import { startPostActivity } from './post-activity.fixture.ts';

const NONE = 'f'.repeat(24);

async function startOne() {
  const fixture = await startPostActivity();
  const [ann, ben, eve] = [await fixture.poster(), await fixture.poster(), await fixture.poster()];
  const mediaId = await fixture.postBy(ann);
  const texts = async (by: Person, query?: Parameters<typeof fixture.comments>[2]) =>
    (await fixture.comments(by, mediaId, query)).data.comments.map(({ comment }) => comment);
  return { ...fixture, ann, ben, eve, mediaId, texts };
}

describe('writing comments', () => {
  it('SV-62, SV-61: a comment is counted and returned with its author', async () => {
    const { ann, ben, guest, mediaId, comment, comments } = await startOne();
    const first = await comment(ben, mediaId, '  Lovely light  ');
    expect([first.status, first.data]).toEqual([
      201,
      { message: 'Comment added successfully', comment_id: expect.any(String), comment_count: 1 },
    ]);
    expect((await comment(await guest(), mediaId)).data.comment_count).toBe(2);
    const { data } = await comments(ann, mediaId);
    expect(data.total_count).toBe(2);
    expect(data.comments[1]).toEqual({
      comment_id: first.data.comment_id,
      username: ben.username,
      display_name: ben.username,
      avatar: null,
      comment: 'Lovely light',
      created_at: expect.any(String),
      can_delete: true,
    });
  });

  it('FE-49: an empty or invisible comment is refused', async () => {
    const { ben, mediaId, comment, countsOf } = await startOne();
    for (const text of ['', ' \n\t ', '\u200B\u2060', '\u00AD']) {
      const answer = await comment(ben, mediaId, text);
      expect([answer.status, answer.error]).toEqual([
        400,
        { code: 'comment_empty', detail: 'Comment cannot be empty' },
      ]);
    }
    expect(await countsOf(mediaId)).toMatchObject({ comment_count: 0, comments: 0 });
  });

  it('FE-50: at most 500 characters, and no other field in the body', async () => {
    const { ben, mediaId, client, comment } = await startOne();
    const longest = 'a'.repeat(COMMENT_MAX);
    expect((await comment(ben, mediaId, ` ${longest} `)).status).toBe(201);
    expect((await comment(ben, mediaId, `${longest}b`)).status).toBe(422);
    const body = { media_id: mediaId, comment: 'fine', username: 'somebody.else' };
    expect((await client('POST /media/comment', { body }, ben)).status).toBe(422);
  });

  it('R-20: a lone surrogate is replaced, and NUL is refused', async () => {
    const { ben, mediaId, comment, texts } = await startOne();
    expect((await comment(ben, mediaId, 'a\uD800b')).status).toBe(201);
    expect(await texts(ben)).toEqual(['a\uFFFDb']);
    expect((await comment(ben, mediaId, 'a\0b')).error.code).toBe('malformed_request');
  });

  it('R-03, SV-62: retries with the same key return the same comment, sequential or concurrent', async () => {
    const { ben, eve, mediaId, comment, countsOf, texts } = await startOne();
    const first = await comment(ben, mediaId, 'Lovely light', 'key-of-ben-1');
    const again = await comment(ben, mediaId, 'Lovely light', 'key-of-ben-1');
    expect([again.status, again.data]).toEqual([201, first.data]);
    const atOnce = await Promise.all(
      Array.from({ length: 6 }, () => comment(ben, mediaId, 'And how quiet', 'key-of-ben-2')),
    );
    expect(new Set(atOnce.map(({ data }) => data.comment_id)).size).toBe(1);
    expect(new Set(atOnce.map(({ data }) => data.comment_count))).toEqual(new Set([2]));
    expect(await countsOf(mediaId)).toMatchObject({ comment_count: 2, comments: 2 });
    // The same key of another user is a different key; without a key there is no deduplication.
    expect((await comment(eve, mediaId, 'mine', 'key-of-ben-1')).data.comment_count).toBe(3);
    expect((await comment(ben, mediaId, 'mine')).data.comment_count).toBe(4);
    expect((await comment(ben, mediaId, 'mine')).data.comment_count).toBe(5);
    expect(await texts(ben)).toEqual(['mine', 'mine', 'mine', 'And how quiet', 'Lovely light']);
    expect((await comment(ben, mediaId, 'mine', 'short')).status).toBe(422);
  });

  it('SV-62, SV-63: a key is free again when its comment is deleted', async () => {
    const { ben, mediaId, comment, uncomment, texts } = await startOne();
    const first = await comment(ben, mediaId, 'Lovely light', 'key-of-ben-1');
    await uncomment(ben, first.data.comment_id);
    const again = await comment(ben, mediaId, 'Lovely light', 'key-of-ben-1');
    expect(again.data.comment_count).toBe(1);
    expect(again.data.comment_id).not.toBe(first.data.comment_id);
    expect(await texts(ben)).toEqual(['Lovely light']);
  });

  it('SV-62: requires the right to see the original of the post', async () => {
    const { ann, ben, eve, postBy, subscribe, comment, comments } = await startOne();
    await subscribe(ben, ann);
    const [locked, hidden] = [
      await postBy(ann, { isLocked: true }),
      await postBy(ann, { visibility: 'private' }),
    ];
    for (const call of [comment, comments]) {
      expect((await call(ben, locked)).status).toBeLessThan(300);
      for (const [id, status, code, detail] of [
        [locked, 403, 'media_locked', 'Subscribe to see'],
        [hidden, 404, 'media_not_found', 'Media not found'],
        [NONE, 404, 'media_not_found', 'Media not found'],
        ['no-id', 400, 'invalid_media_id', 'Invalid media ID'],
        ['a'.repeat(300), 400, 'invalid_media_id', 'Invalid media ID'],
      ] as const) {
        const answer = await call(eve, id);
        expect([answer.status, answer.error]).toEqual([status, { code, detail }]);
      }
    }
  });
});

describe('reading comments', () => {
  it('SV-61: pages from the newest comment, by skip and by the last comment received', async () => {
    const { ben, mediaId, comment, comments, uncomment, texts } = await startOne();
    const said = Array.from({ length: COMMENTS_PAGE + 3 }, (_, n) => `comment ${n}`);
    for (const text of said) await comment(ben, mediaId, text);
    const newest = said.toReversed();
    expect(await texts(ben)).toEqual(newest.slice(0, COMMENTS_PAGE));
    expect(await texts(ben, { skip: COMMENTS_PAGE })).toEqual(newest.slice(COMMENTS_PAGE));
    expect(await texts(ben, { skip: 5, limit: 2 })).toEqual(newest.slice(5, 7));
    const last = (await comments(ben, mediaId, { limit: 5 })).data.comments[4]?.comment_id ?? '';
    await comment(ben, mediaId, 'one in between');
    await uncomment(ben, last);
    expect(await texts(ben, { before: last, limit: 3 })).toEqual(newest.slice(5, 8));
    expect(await texts(ben, { before: NONE })).toEqual([]);
    expect((await comments(ben, mediaId, { limit: 101 })).status).toBe(422);
  });

  it("R-14, SV-61: two blocked users do not see each other's comments, and the counts leave them out", async () => {
    const { ann, ben, eve, mediaId, block, comment, comments, texts } = await startOne();
    await comment(ben, mediaId, 'from ben');
    await comment(eve, mediaId, 'from eve');
    await block(ben, eve);
    expect([await texts(ben), await texts(eve)]).toEqual([['from ben'], ['from eve']]);
    expect((await comments(ben, mediaId)).data.total_count).toBe(1);
    expect((await comments(ann, mediaId)).data.total_count).toBe(2);
  });
});

describe('comments of suspended users', () => {
  it('SV-61: are hidden from every reader and left out of the counts', async () => {
    const { ann, ben, eve, mediaId, comment, comments, texts, uncomment, suspend, admin } = await startOne();
    await comment(ben, mediaId, 'from ben');
    const { comment_id: id } = (await comment(eve, mediaId, 'from eve')).data;
    await suspend(eve);
    for (const by of [ann, ben]) {
      expect(await texts(by)).toEqual(['from ben']);
      expect((await comments(by, mediaId)).data.total_count).toBe(1);
    }
    expect((await uncomment(ann, id)).error.code).toBe('comment_not_found');
    expect((await uncomment(await admin(), id)).status).toBe(200);
  });
});

describe('deleting comments', () => {
  it('SV-63: the author, the sender of the post and a global admin may delete, no other user', async () => {
    const { ann, ben, eve, admin, mediaId, comment, comments, uncomment } = await startOne();
    const boss = await admin();
    const say = async () => (await comment(ben, mediaId)).data.comment_id;
    const mayDelete = async (by: Person) => (await comments(by, mediaId)).data.comments[0]?.can_delete;
    for (const by of [ben, ann, boss]) {
      const id = await say();
      expect(await mayDelete(by)).toBe(true);
      const answer = await uncomment(by, id);
      expect(answer.data).toEqual({ message: 'Comment deleted successfully', comment_count: 0 });
    }
    const id = await say();
    expect(await mayDelete(eve)).toBe(false);
    const refused = await uncomment(eve, id);
    expect([refused.status, refused.error]).toEqual([
      403,
      { code: 'not_authorized_to_delete_comment', detail: 'Not authorized to delete this comment' },
    ]);
  });

  it('SV-63: a missing comment, or one under a post that the caller may not find, returns not found', async () => {
    const { ann, ben, eve, admin, postBy, block, comment, uncomment, remove, mediaId } = await startOne();
    const notFound = async (by: Person, id: string) => {
      const answer = await uncomment(by, id);
      expect([answer.status, answer.error]).toEqual([
        404,
        { code: 'comment_not_found', detail: 'Comment not found' },
      ]);
    };
    const { comment_id: deletedId } = (await comment(ben, mediaId)).data;
    await uncomment(ben, deletedId);
    for (const id of [deletedId, NONE, 'no id', NONE.toUpperCase()]) await notFound(ben, id);
    const hidden = await postBy(ann, { visibility: 'private' });
    await notFound(ben, (await comment(ann, hidden)).data.comment_id);
    const { comment_id: own } = (await comment(ben, mediaId)).data;
    const { comment_id: eves } = (await comment(eve, mediaId)).data;
    await block(ann, ben);
    await block(eve, ben);
    for (const [by, id] of [
      [ben, own],
      [ann, own],
      [eve, own],
      [ben, eves],
    ] as const)
      await notFound(by, id);
    const boss = await admin();
    await block(ben, boss);
    expect((await uncomment(boss, own)).status).toBe(200);
    await remove(ann, mediaId);
    await notFound(eve, eves);
  });
});

describe('concurrency', () => {
  it('SV-62, SV-63: concurrent writes and deletions of comments are counted exactly', async () => {
    const { ann, ben, guest, mediaId, comment, uncomment, countsOf } = await startOne();
    const old = await Promise.all(Array.from({ length: 15 }, () => comment(ben, mediaId)));
    const ids = old.map(({ data }) => data.comment_id);
    const many = await Promise.all(Array.from({ length: 20 }, () => guest()));
    const [answers] = await Promise.all([
      Promise.all([...ids, ...ids].map((id, n) => uncomment(n % 2 ? ann : ben, id))),
      Promise.all(many.map((by) => comment(by, mediaId))),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(15);
    expect(await countsOf(mediaId)).toMatchObject({ comment_count: 20, comments: 20 });
  });
});
