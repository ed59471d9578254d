import { FILE_TRIES } from '@adda/contract/media';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDiskStore, S3Error, type MediaStore } from '../../../platform/media-store/index.ts';
import { startMedia, type MediaFixture } from '../media.fixture.ts';
import { halves } from '../pictures.fixture.ts';
import { filesOf } from './files.fixture.ts';

/** The error with which the store fails on request: an unavailable bucket, or a full disk. */
let trouble: Error | undefined;
function failingStore(dataDir: string): MediaStore {
  const store = createDiskStore(dataDir);
  const unlessInTrouble = async <T>(work: () => Promise<T>): Promise<T> => {
    if (trouble) throw trouble;
    return work();
  };
  return {
    ...store,
    get: (key) => unlessInTrouble(() => store.get(key)),
    put: (key, bytes, type) => unlessInTrouble(() => store.put(key, bytes, type)),
    putFile: (key, path, type) => unlessInTrouble(() => store.putFile(key, path, type)),
  };
}

const away = new S3Error('the bucket is away', { isTransient: true });
const full = Object.assign(new Error('no space left'), { code: 'ENOSPC', syscall: 'write' });

let fixture: MediaFixture;
let files: ReturnType<typeof filesOf>;
beforeAll(async () => {
  fixture = await startMedia({ storeOf: failingStore });
  files = filesOf(fixture);
});
afterAll(() => fixture.stop());

it.each([
  ['the bucket is unavailable', away],
  ['the disk is full', full],
])('SV-58, R-21: a file waits while %s, without a limit of attempts', async (_what, error) => {
  const { id } = await files.receive(await halves().png().toBuffer());
  await files.use(id);
  trouble = error;
  for (let tries = 0; tries < FILE_TRIES + 2; tries += 1) {
    await sql`UPDATE pgboss.job SET start_after = now() WHERE state < 'active'`.execute(fixture.database.db);
    await fixture.jobs.runPending();
    expect(await files.rowOf(id)).toMatchObject({ state: 'pending', tries: 0 });
  }
  trouble = undefined;
  await sql`UPDATE pgboss.job SET start_after = now() WHERE state < 'active'`.execute(fixture.database.db);
  await fixture.jobs.runPending();
  expect(await files.rowOf(id)).toMatchObject({ state: 'ready', tries: 1 });
});

it.each([
  ['the bucket is unavailable', away, 'unavailable'],
  ['the disk is full', full, 'storage_full'],
])('R-21: an upload while %s leaves no partial data', async (_what, error, code) => {
  const { token } = await fixture.person();
  const { userId } = await fixture.person();
  const picture = await halves().png().toBuffer();
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(picture)]), 'a picture');
  trouble = error;
  const kept = (await fixture.keptFiles()).length;
  const refused = await fixture.sendForm(token, form);
  expect(refused).toMatchObject({ status: 503, code });
  await expect(files.receive(picture)).rejects.toMatchObject({ code });
  const avatar = fixture.pictures.serve('/avatar.png', picture);
  await expect(fixture.media.avatars.fromUrl(userId, avatar)).rejects.toMatchObject({ code });
  expect(await fixture.uploadsOnDisk()).toEqual([]);
  trouble = undefined;
  // Their rows are removed after a day, as those of unused files.
  fixture.passSeconds(25 * 3600);
  await fixture.media.files.removeUnused();
  await fixture.jobs.runPending();
  expect((await fixture.keptFiles()).length).toBe(kept);
});
