import { randomUUID } from 'node:crypto';
import { INLINE_UPLOAD_MAX_BYTES, UPLOAD_MAX_BYTES } from '@adda/contract/feed';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { photo, startPosts, type PostsFixture, type Poster } from './posts.fixture.ts';
import type { UploadForm } from './send-upload.fixture.ts';

let posts: PostsFixture;
let sender: Poster;
let file: Buffer;
beforeAll(async () => {
  posts = await startPosts();
  sender = await posts.poster();
  file = await photo();
});

const uploads = ['/upload', '/media/upload'] as const;

describe.each(uploads)('POST %s', (to) => {
  const upload = (form: UploadForm, by = sender) => posts.upload(by, { to, ...form });

  it('SV-56, SV-57: stores a photo with its texts unchanged', async () => {
    const fields = {
      caption: '  A morning  ',
      hashtags: ' #sun, #sea ',
      feeling: 'calm',
      visibility: 'public',
    };
    const answer = await upload({ file, fields, name: 'My photo.jpg' });
    expect(answer).toMatchObject({ status: 201, message: 'Media uploaded successfully' });
    const { data } = await posts.getPost(sender, answer.media_id ?? '');
    expect(data).toMatchObject({
      sender: sender.username,
      caption: 'A morning',
      hashtags: '#sun, #sea',
      feeling: 'calm',
      visibility: 'public',
      is_locked: false,
      is_video: false,
      has_media: true,
      original_filename: 'My photo.jpg',
    });
  });

  it('ME-07: a form with only the file makes a public post', async () => {
    const { media_id: id = '' } = await upload({ file });
    const stranger = await posts.poster();
    expect((await posts.getPost(stranger, id)).data.visibility).toBe('public');
  });

  it.each([
    ['that is unknown', 'friends'],
    ['in capitals', 'PUBLIC'],
    ['that is long', 'x'.repeat(1000)],
  ])('FE-21: refuses a visibility %s', async (_what, visibility) => {
    const refused = await upload({ file, fields: { visibility } });
    expect(refused).toMatchObject({
      status: 400,
      detail: 'Invalid visibility setting',
      code: 'invalid_visibility',
    });
  });

  it.each(['true', '1', 'on', 'TRUE', 'On'])('FE-28: locks where the form says %s', async (isLocked) => {
    const fields = { is_locked: isLocked, plan_id: await posts.offer(sender) };
    const { media_id: id = '' } = await upload({ file, fields });
    expect((await posts.getPost(sender, id)).data.is_locked).toBe(true);
  });

  it.each(['false', '0', 'off', '', 'yes please'])('FE-28: does not lock for %j', async (isLocked) => {
    const { media_id: id = '' } = await upload({ file, fields: { is_locked: isLocked } });
    expect((await posts.getPost(sender, id)).data.is_locked).toBe(false);
  });

  it('FE-20, X-03: refuses a lock without a plan, or with a plan of another user or one no longer sold', async () => {
    const others = await posts.offer(await posts.poster());
    const old = await posts.offer(sender);
    await sql`UPDATE plans SET archived_at = now() WHERE plan_id = ${old}`.execute(posts.database.db);
    for (const plan of ['', 'plan_none', 'x'.repeat(500), others, old]) {
      const refused = await upload({ file, fields: { is_locked: 'true', plan_id: plan } });
      expect(refused).toMatchObject({
        status: 400,
        detail: 'Please select a plan for locked content',
        code: 'plan_required',
      });
    }
  });

  it('FE-15: a locked post is private regardless of the form', async () => {
    const fields = { is_locked: 'true', plan_id: await posts.offer(sender), visibility: 'public' };
    const { media_id: id = '' } = await upload({ file, fields });
    const { data } = await posts.getPost(sender, id);
    expect(data).toMatchObject({ is_locked: true, visibility: 'private', plan_id: fields.plan_id });
  });

  it('ME-04, FE-25: refuses guests before any other check', async () => {
    const refused = await upload({ fields: { visibility: 'friends' } }, await posts.posterGuest());
    expect(refused).toMatchObject({
      status: 403,
      detail: 'Upgrade to permanent user',
      code: 'upload_needs_account',
    });
  });

  it.each(['<svg xmlns="http://www.w3.org/2000/svg"/>', '<!doctype html><p>Hello', 'BM0000', ''])(
    'FE-23: returns 415 for a file whose content is not a photo or video: %s',
    async (content) => {
      const refused = await upload({ file: Buffer.from(content), type: 'image/jpeg', name: 'photo.jpg' });
      expect(refused).toMatchObject({ status: 415, code: 'unsupported_media_type' });
      expect(refused.detail).toBe('Choose a photo (JPEG, PNG, GIF, WebP) or a video (MP4, MOV, AVI).');
    },
  );

  it.each([
    ['caption', 501],
    ['hashtags', 101],
    ['feeling', 51],
  ])('FE-16 to FE-18: refuses a %s of %i characters', async (field, length) => {
    const longest = await upload({ file, fields: { [field]: 'ñ'.repeat(length - 1) } });
    expect(longest.status).toBe(201);
    const refused = await upload({ file, fields: { [field]: 'ñ'.repeat(length) } });
    expect(refused).toMatchObject({ status: 422, code: 'validation_failed' });
  });

  it.each([
    ['caption', 500],
    ['hashtags', 100],
    ['feeling', 50],
  ] as const)('FE-16 to FE-18: a line end of a form counts as one character of a %s', async (field, most) => {
    const typed = `one\ntwo\nthree${'🪁'.repeat(most - 13)}`;
    for (const end of ['\r\n', '\r']) {
      const fields = { [field]: typed.replaceAll('\n', end) };
      const { status, media_id: id = '' } = await upload({ file, fields });
      expect(status).toBe(201);
      expect((await posts.getPost(sender, id)).data[field]).toBe(typed);
    }
  });

  it('X-30: twenty concurrent uploads with the same key create one post and store one file', async () => {
    const own = await posts.poster();
    const form = { file, fields: { upload_key: randomUUID() } };
    const answers = await Promise.all(Array.from({ length: 20 }, () => upload(form, own)));
    const again = await upload(form, own);
    expect(new Set([...answers, again].map((answer) => answer.media_id)).size).toBe(1);
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]));
    expect((await posts.listMedia(own, own)).data.total_count).toBe(1);
    const { rows } = await sql`SELECT FROM media_files WHERE owner_id = ${own.userId}`.execute(
      posts.database.db,
    );
    expect(rows).toHaveLength(1);
    expect(await publicPostsOf(own)).toBe(1);
  });

  it('X-30: the key is scoped to the sender, and free again once its post is deleted', async () => {
    const [one, other] = [await posts.poster(), await posts.poster()];
    const form = { file, fields: { upload_key: randomUUID() } };
    const { media_id: first = '' } = await upload(form, one);
    expect((await upload(form, other)).media_id).not.toBe(first);
    await posts.remove(one, first);
    const { status, media_id: second = '' } = await upload(form, one);
    expect([status, second === first]).toEqual([201, false]);
    expect((await upload(form, one)).media_id).toBe(second);
    expect((await posts.listMedia(one, one)).data.media.map((post) => post.media_id)).toEqual([second]);
  });

  it('X-30: refuses an invalid key; an empty key counts as absent', async () => {
    expect(await upload({ file, fields: { upload_key: 'short' } })).toMatchObject({ status: 422 });
    const own = await posts.poster();
    for (let n = 0; n < 2; n += 1) await upload({ file, fields: { upload_key: '' } }, own);
    expect((await posts.listMedia(own, own)).data.total_count).toBe(2);
  });
});

describe('the two upload routes', () => {
  it('FE-19, X-02: the composer needs a file', async () => {
    const refused = await posts.upload(sender, { to: '/upload', fields: { caption: 'WordFilter alone' } });
    expect(refused).toMatchObject({ status: 400, detail: 'Please select a file', code: 'file_required' });
  });

  it.each<Record<string, string>>([{}, { caption: '   ' }, { caption: '\u200B\u2063' }])(
    'FE-26: the feed’s form needs a file or words that can be seen: %j',
    async (fields) => {
      const refused = await posts.upload(sender, { fields });
      expect(refused).toMatchObject({
        status: 400,
        detail: 'Please provide a file or caption',
        code: 'file_or_caption_required',
      });
    },
  );

  it('X-02: a text-only post has no media', async () => {
    const { media_id: id = '' } = await posts.upload(sender, { fields: { caption: 'Only words' } });
    const { data } = await posts.getPost(sender, id);
    expect(data).toMatchObject({
      caption: 'Only words',
      media_url: null,
      preview_url: null,
      blur_url: null,
      is_video: false,
      preview_pending: false,
      has_media: false,
      file_size: null,
    });
  });

  it('X-02: a text-only post can’t be locked', async () => {
    const fields = { caption: 'Secret words', is_locked: '1', plan_id: await posts.offer(sender) };
    expect(await posts.upload(sender, { fields })).toMatchObject({
      status: 400,
      detail: 'Only a photo or a video can be locked',
      code: 'locked_needs_file',
    });
  });

  it.each([
    ['/upload', UPLOAD_MAX_BYTES, 'File size exceeds 50MB limit', 'upload_too_large'],
    ['/media/upload', INLINE_UPLOAD_MAX_BYTES, 'File size exceeds 10MB limit', 'inline_upload_too_large'],
  ] as const)('X-01, FE-27: %s takes %i bytes and not one more', async (to, most, detail, code) => {
    const padded = (bytes: number) => Buffer.concat([file, Buffer.alloc(bytes - file.length)]);
    expect(await posts.upload(sender, { to, file: padded(most) })).toMatchObject({ status: 201 });
    const refused = await posts.upload(sender, { to, file: padded(most + 1) });
    expect(refused).toMatchObject({ status: 413, detail, code });
  });

  it('SV-68: only public posts are counted', async () => {
    const own = await posts.poster();
    const plan = await posts.offer(own);
    await posts.upload(own, { file });
    await posts.upload(own, { fields: { caption: 'WordFilter' } });
    await posts.upload(own, { file, fields: { visibility: 'private' } });
    await posts.upload(own, { file, fields: { is_locked: 'true', plan_id: plan } });
    expect(await publicPostsOf(own)).toBe(2);
  });
});

async function publicPostsOf({ userId }: Poster): Promise<number | undefined> {
  const { rows } = await sql<{ n: number }>`
    SELECT public_posts AS n FROM creator_totals WHERE user_id = ${userId}`.execute(posts.database.db);
  return rows[0]?.n;
}
