import { PASSWORD } from '../../accounts/accounts.fixture.ts';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Tx } from '../../../platform/database/index.ts';
import { eventually } from '../../direct/direct.fixture.ts';
import { startPosts, type PostsFixture, type Poster } from './posts.fixture.ts';

let posts: PostsFixture;
let sender: Poster;
let viewer: Poster;
beforeAll(async () => {
  posts = await startPosts();
  [sender, viewer] = await Promise.all([posts.poster(), posts.poster()]);
});

async function made(shape: Parameters<PostsFixture['insert']>[1] = { file: 'ready' }, by = sender) {
  const [post] = await posts.insert(by, shape);
  if (!post) throw new Error('nothing was inserted');
  return post;
}

/** Returns all stored rows and files of a user's posts. */
async function storedOf({ userId }: Poster) {
  const { db } = posts.database;
  const { rows } = await sql`
    SELECT caption, hashtags, feeling, file_id, deleted_at IS NOT NULL AS is_deleted
    FROM posts WHERE author_id = ${userId}`.execute(db);
  const files = await sql`SELECT id FROM media_files WHERE owner_id = ${userId}`.execute(db);
  const totals = await sql<{ n: number }>`
    SELECT public_posts AS n FROM creator_totals WHERE user_id = ${userId}`.execute(db);
  return { posts: rows, files: files.rows, publicPosts: totals.rows[0]?.n };
}

const blanked = { caption: null, hashtags: null, feeling: null, file_id: null, is_deleted: true };

describe('DELETE /media/delete', () => {
  it('ME-18: deletes the post with its text and its file, and decrements the count', async () => {
    const own = await posts.poster();
    const { mediaId } = await made({ file: 'ready', hashtags: '#sea' }, own);
    expect((await posts.remove(own, mediaId)).data).toEqual({ message: 'Media deleted successfully' });
    expect(await storedOf(own)).toEqual({ posts: [blanked], files: [], publicPosts: 0 });
    for (const by of [own, viewer]) expect((await posts.getPost(by, mediaId)).status).toBe(404);
  });

  it('ME-18: of ten concurrent deletions one succeeds and counts once', async () => {
    const own = await posts.poster();
    const { mediaId } = await made({ file: 'ready' }, own);
    await made({}, own);
    const answers = await Promise.all(Array.from({ length: 10 }, () => posts.remove(own, mediaId)));
    const statuses = answers.map((answer) => answer.status).toSorted();
    expect(statuses).toEqual([200, ...Array.from({ length: 9 }, () => 404)]);
    expect((await storedOf(own)).publicPosts).toBe(1);
  });

  it('ME-18: deletes the uploaded bytes as well', async () => {
    const own = await posts.poster();
    const { media_id: mediaId, media_url: link } = await posts.ready(own);
    const open = () => fetch(posts.url + link, { headers: { authorization: `Bearer ${own.token}` } });
    expect((await open()).status).toBe(200);
    await posts.remove(own, mediaId);
    expect((await open()).status).toBe(404);
    expect((await storedOf(own)).files).toEqual([]);
  });

  it.each(['nonsense', 'ad_0123456789abcdef01234567', 'a'.repeat(70)])(
    'ME-19: refuses the id %s',
    async (id) => {
      const refused = await posts.remove(sender, id);
      expect(refused.status).toBe(400);
      expect(refused.error).toMatchObject({ detail: 'Invalid media ID', code: 'invalid_media_id' });
    },
  );

  it('ME-20: refuses posts of other users', async () => {
    const { mediaId } = await made();
    const refused = await posts.remove(viewer, mediaId);
    expect(refused.status).toBe(403);
    expect(refused.error).toMatchObject({
      detail: 'Not authorized to delete this media',
      code: 'not_authorized_to_delete',
    });
    expect((await posts.getPost(viewer, mediaId)).status).toBe(200);
  });

  it('ME-21: a post that is deleted or that the caller may not find returns not found', async () => {
    const blocked = await posts.poster();
    await posts.block(blocked, sender);
    const hidden = await made({ visibility: 'private' });
    const { mediaId: deleted } = await made();
    await posts.remove(sender, deleted);
    const answers = [
      await posts.remove(blocked, (await made()).mediaId),
      await posts.remove(viewer, hidden.mediaId),
      await posts.remove(sender, deleted),
      await posts.remove(sender, '0123456789abcdef01234567'),
    ];
    for (const { status, error } of answers) {
      expect(status).toBe(404);
      expect(error).toMatchObject({ detail: 'Media not found', code: 'media_not_found' });
    }
  });

  it('a global admin deletes posts of other users, including those that the admin may not find', async () => {
    const admin = await posts.admin();
    const [away, blocking, blocked] = await Promise.all([posts.poster(), posts.poster(), posts.poster()]);
    await posts.suspend(away);
    await posts.block(blocking, admin);
    await posts.block(admin, blocked);
    const all = [
      await made({ isLocked: true }),
      await made({ visibility: 'private' }),
      await made({}, away),
      await made({}, blocking),
      await made({}, blocked),
    ];
    for (const { mediaId } of all) {
      expect((await posts.remove(admin, mediaId)).status).toBe(200);
      const again = await posts.remove(admin, mediaId);
      expect([again.status, again.error.code]).toEqual([404, 'media_not_found']);
    }
    expect((await posts.remove(admin, 'f'.repeat(24))).error.code).toBe('media_not_found');
    expect((await posts.remove(admin, 'nonsense')).error.code).toBe('invalid_media_id');
  });
});

describe('deleting an account', () => {
  it('SV-13: deletes all posts with their files', async () => {
    const own = await posts.poster();
    const kinds = [
      { file: 'ready' },
      {},
      { isLocked: true },
      { visibility: 'private', file: 'pending' },
    ] as const;
    const made4 = await Promise.all(kinds.map((shape) => made(shape, own)));
    const answer = await posts.client('DELETE /users/me', { body: { password: PASSWORD } }, own);
    expect(answer.status).toBe(200);
    expect(await storedOf(own)).toEqual({
      posts: [blanked, blanked, blanked, blanked],
      files: [],
      publicPosts: 0,
    });
    for (const { mediaId } of made4) expect((await posts.getPost(viewer, mediaId)).status).toBe(404);
    expect((await posts.listMedia(viewer, own)).status).toBe(404);
  });

  it('SV-13: an upload authorized before the deletion leaves nothing behind', async ({ skip }) => {
    const { database } = posts;
    skip(database.engine === 'embedded', 'there every transaction waits for the others');
    const own = await posts.poster();
    const isWaiting = async (tx: Tx) => {
      const { rows } = await sql`
        SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))`.execute(
        tx,
      );
      return rows.length > 0;
    };
    let upload: ReturnType<PostsFixture['upload']> | undefined;
    // In the order of account deletion: the user row is locked, then the posts are deleted, then the account.
    await database.transaction(async (tx) => {
      await sql`SELECT FROM users WHERE id = ${own.userId} FOR UPDATE`.execute(tx);
      upload = posts.upload(own, { fields: { caption: 'At the last moment' } });
      await eventually(async () => expect(await isWaiting(tx)).toBe(true));
      await sql`UPDATE users SET deleted_at = now() WHERE id = ${own.userId}`.execute(tx);
    });
    expect(await upload).toMatchObject({ status: 401, code: 'invalid_token' });
    expect((await storedOf(own)).posts).toEqual([]);
  });
});
