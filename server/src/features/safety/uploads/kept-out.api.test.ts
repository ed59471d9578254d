import { createHash, randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../direct/direct.fixture.ts';
import { startPosts, type PostsFixture, type Poster } from '../../feed/posts/posts.fixture.ts';
import { formOf } from '../../media/media.fixture.ts';
import { startProfiles } from '../../profiles/profiles.fixture.ts';
import { scene } from '../../media/pictures.fixture.ts';
import { API_KEY_HEADER, DEFAULT_API_KEY } from '@adda/contract/platform';

let posts: PostsFixture;
let admin: Poster;
let person: Poster;
beforeAll(async () => {
  posts = await startPosts();
  admin = await posts.posterOf(await posts.admin());
  person = await posts.poster();
});

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const anySha = () => randomBytes(32).toString('hex');
const add = (kind: 'sha256' | 'dhash', value: string, by = admin, note?: string) =>
  posts.client('POST /admin/upload-hashes', { body: { kind, value, note } }, by);
const list = (by = admin, query = {}) => posts.client('GET /admin/upload-hashes', { query }, by);
const remove = (id: string, by = admin) =>
  posts.client('DELETE /admin/upload-hashes/:upload_hash_id', { params: { upload_hash_id: id } }, by);
const entryOf = async (id: string) =>
  (await list(admin, { page_size: 200 })).data.upload_hashes.find((entry) => entry.upload_hash_id === id);

async function sendImage(bytes: Uint8Array, by = person) {
  const response = await fetch(`${posts.url}/api/images/upload-image-preview/`, {
    method: 'POST',
    headers: { [API_KEY_HEADER]: DEFAULT_API_KEY, authorization: `Bearer ${by.token}` },
    body: formOf(bytes),
  });
  const { code, image_id }: { code?: string; image_id?: string } = JSON.parse(await response.text());
  return { status: response.status, code, imageId: image_id ?? '' };
}

/** Uploads a picture and adds its perceptual hash to the list, as a removal does. */
async function keepOutPicture(bytes: Uint8Array): Promise<string> {
  const { imageId } = await sendImage(bytes);
  const { dhash } = await posts.database.db
    .selectFrom('images')
    .select('dhash')
    .where('id', '=', imageId)
    .executeTakeFirstOrThrow();
  return (await add('dhash', dhash ?? 'none')).data.upload_hash.upload_hash_id;
}

const refused = { status: 400, code: 'upload_refused' };
/** Returns the same picture, resized and recompressed. */
const recompressed = (picture: Uint8Array) =>
  sharp(picture).resize({ width: 300 }).jpeg({ quality: 50 }).toBuffer();

describe('SV-105: the list of refused files', () => {
  it('can be changed by administrators, with author and audit', async () => {
    const value = anySha();
    const { status, data } = await add('sha256', value.toUpperCase(), admin, 'From the police');
    expect(status).toBe(201);
    const id = data.upload_hash.upload_hash_id;
    expect(data.upload_hash).toMatchObject({
      kind: 'sha256',
      value,
      note: 'From the police',
      report_id: null,
      added_by: admin.username,
      hits: 0,
    });
    const page = (await list(admin, { page: 1, page_size: 1 })).data;
    expect(page.upload_hashes).toEqual([data.upload_hash]);
    expect(page.total_count).toBeGreaterThan(0);
    expect((await remove(id)).status).toBe(200);
    expect(await entryOf(id)).toBeUndefined();
    const auditEntries = await posts.database.db
      .selectFrom('audit_entries')
      .select(['actor_id', 'action'])
      .where('target', '=', `upload_hash:${id}`)
      .orderBy('id')
      .execute();
    expect(auditEntries).toEqual([
      { actor_id: admin.userId, action: 'upload_hash_added' },
      { actor_id: admin.userId, action: 'upload_hash_removed' },
    ]);
  });

  it('R-13: is not accessible to other users', async () => {
    const { data } = await add('sha256', anySha());
    const answers = [
      await list(person),
      await add('sha256', anySha(), person),
      await remove(data.upload_hash.upload_hash_id, person),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
    expect(await entryOf(data.upload_hash.upload_hash_id)).toBeDefined();
  });

  it('concurrent requests add a hash once and remove it once', async () => {
    const value = anySha();
    const added = await Promise.all(Array.from({ length: 5 }, () => add('sha256', value)));
    expect(added.map(({ status }) => status).toSorted()).toEqual([201, 400, 400, 400, 400]);
    expect(added.find(({ status }) => status === 400)?.error).toMatchObject({ code: 'upload_hash_exists' });
    const id = added.find(({ status }) => status === 201)?.data.upload_hash.upload_hash_id ?? '';
    const removed = await Promise.all(Array.from({ length: 3 }, () => remove(id)));
    expect(removed.map(({ status }) => status).toSorted()).toEqual([200, 404, 404]);
  });

  it.each([
    ['sha256', 'abc'],
    ['sha256', 'z'.repeat(64)],
    ['dhash', 'a'.repeat(64)],
  ] as const)('refuses an invalid %s', async (kind, value) => {
    expect((await add(kind, value)).status).toBe(422);
  });
});

describe('SV-105: a listed file', () => {
  it('SV-44: is refused as an image of a message in any encoding, is counted, and leaves no data', async () => {
    const picture = await scene(101).png().toBuffer();
    const id = await keepOutPicture(picture);
    const before = await countImages();
    expect(await sendImage(picture)).toMatchObject(refused);
    expect(await sendImage(await recompressed(picture))).toMatchObject(refused);
    expect(await countImages()).toBe(before);
    expect((await entryOf(id))?.hits).toBe(2);
    expect((await sendImage(await scene(102).png().toBuffer())).status).toBe(200);
    await remove(id);
    expect((await sendImage(picture)).status).toBe(200);
  });

  it('PR-17: is refused as a profile picture, although that shows only a square of it', async () => {
    const picture = await scene(103).png().toBuffer();
    await keepOutPicture(picture);
    const { edit } = await startProfiles();
    expect(await edit(person, { file: await recompressed(picture) })).toMatchObject(refused);
    const { profile_image_url } = await posts.database.db
      .selectFrom('users')
      .select('profile_image_url')
      .where('id', '=', person.userId)
      .executeTakeFirstOrThrow();
    expect(profile_image_url).toBeNull();
  });

  it.each(['/upload', '/media/upload'] as const)(
    'SV-56, SV-57: is refused immediately by %s when unmodified',
    async (to) => {
      const file = await scene(to.length + 110)
        .jpeg()
        .toBuffer();
      await add('sha256', sha256Of(file));
      expect(await posts.upload(person, { file, to })).toMatchObject(refused);
      expect((await posts.listMedia(person, person)).data.media).toEqual([]);
    },
  );

  it('SV-58: when modified, its post is removed after processing, and the sender is notified', async () => {
    const picture = await scene(120).png().toBuffer();
    await keepOutPicture(picture);
    const sender = await posts.poster();
    const follower = await posts.poster();
    const shell = await posts.listen(follower, sender);
    const before = (await posts.listMedia(sender, sender)).data.media.length;
    const { status, media_id: mediaId = '' } = await posts.upload(sender, {
      file: await recompressed(picture),
    });
    expect(status).toBe(201);
    await eventually(async () => {
      expect((await posts.getPost(sender, mediaId)).status).toBe(404);
    });
    expect((await posts.listMedia(sender, sender)).data.media).toHaveLength(before);
    await eventually(() => {
      expect(shell.news()).toContainEqual({
        event: 'media_deleted',
        payload: { media_id: mediaId, creator: sender.username },
      });
    });
    const { data } = await posts.client('GET /notifications', { query: {} }, sender);
    expect(data.notifications).toMatchObject([
      { kind: 'content_removed', text: expect.stringContaining('can’t be shared') },
    ]);
    const files = await posts.database.db
      .selectFrom('media_files')
      .select('id')
      .where('owner_id', '=', sender.userId)
      .execute();
    expect(files).toEqual([]);
  });
});

async function countImages(): Promise<number> {
  const { count } = await posts.database.db
    .selectFrom('images')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('owner_id', '=', person.userId)
    .executeTakeFirstOrThrow();
  return count;
}
