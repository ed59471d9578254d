import { FILE_TRIES } from '@adda/contract/media';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createDiskStore, type MediaStore } from '../../../platform/media-store/index.ts';
import { startMedia, type MediaFixture } from '../media.fixture.ts';
import { halves } from '../pictures.fixture.ts';
import { hostileVideos } from '../video/hostile-videos.fixture.ts';
import { whenVideoIsWritten } from '../video/video-process-of.fixture.ts';
import { boxAt, makeVideo, probe } from '../video/videos.fixture.ts';
import { filesOf } from './files.fixture.ts';
import type { SettledFile } from './write-file.service.ts';

/** A store whose reads fail on request, like an unavailable bucket. */
let isUnavailable = false;
function storeThatMayFail(dataDir: string): MediaStore {
  const store = createDiskStore(dataDir);
  const get: MediaStore['get'] = async (key) => {
    if (isUnavailable) throw new Error('the store is away');
    return store.get(key);
  };
  return { ...store, get };
}

let fixture: MediaFixture;
let files: ReturnType<typeof filesOf>;
/** Calls of the hook, with the stored state at that moment. */
const settled: (SettledFile & { stored: string })[] = [];
let hookFails = false;
beforeAll(async () => {
  fixture = await startMedia({ storeOf: storeThatMayFail });
  files = filesOf(fixture);
  fixture.media.files.onSettled(async (tx, file) => {
    const { id, state } = await tx
      .selectFrom('media_files')
      .select(['id', 'state'])
      .where('id', '=', file.fileId)
      .executeTakeFirstOrThrow();
    if (hookFails) throw new Error('the hook fails');
    settled.push({ ...file, stored: `${id} ${state}` });
  });
});
afterEach(() => {
  isUnavailable = false;
  hookFails = false;
});
afterAll(() => fixture.stop());

const keysOf = async (id: string) =>
  (await fixture.keptFiles()).filter((name) => name.startsWith(id)).toSorted();
const settledOf = (id: string) => settled.filter(({ fileId }) => fileId === id);
const isPending = async (id: string) => (await files.rowOf(id))?.state === 'pending';

/** Runs due jobs until the file is settled. The queue pauses between attempts. */
async function untilSettled(id: string): Promise<void> {
  await vi.waitFor(
    async () => {
      await fixture.jobs.runPending();
      expect(await isPending(id)).toBe(false);
    },
    { timeout: 60_000, interval: 100 },
  );
}

describe('SV-58: a file that a post uses', () => {
  it('stays as uploaded until its job is done, and then the upload is deleted', async () => {
    const { id, kind } = await files.receive(await halves().png().toBuffer(), 'x.png');
    expect(kind).toBe('image');
    expect(await files.rowOf(id)).toMatchObject({ state: 'pending', used_at: null, has_preview: false });
    expect(await keysOf(id)).toEqual([`${id}-source`]);
    await fixture.jobs.runPending();
    expect(await isPending(id), 'nothing uses it yet').toBe(true);
    await files.use(id);
    expect(await files.served(id)).toBeUndefined();
    await fixture.jobs.runPending();
    expect(await keysOf(id)).toEqual([id, `${id}-preview`]);
    const owner_id = (await files.rowOf(id))?.owner_id;
    expect(settledOf(id)).toEqual([
      { fileId: id, ownerId: owner_id, state: 'ready', review: null, stored: `${id} ready` },
    ]);
  });

  it('ME-27: a video is served as MP4, its preview as a picture', async () => {
    const row = await files.written(
      await makeVideo({ container: 'avi', codec: 'mpeg4', sound: 'libmp3lame' }),
    );
    expect(row).toMatchObject({
      kind: 'video',
      state: 'ready',
      content_type: 'video/mp4',
      width: 160,
      height: 120,
      has_preview: true,
      blur: expect.stringMatching(/^data:image\/webp;base64,/),
    });
    expect(row.duration_ms).toBeGreaterThan(900);
    const full = await files.served(row.id);
    expect(full?.length).toBe(row.bytes);
    expect((await probe(full ?? Buffer.alloc(0))).tracks[0]).toMatchObject({ codec: 'h264', width: 160 });
    expect((await files.served(row.id, 'preview'))?.toString('latin1', 8, 12)).toBe('WEBP');
    expect(await keysOf(row.id)).toEqual([row.id, `${row.id}-preview`]);
  });

  it('is used once: two parallel uses create one job', async () => {
    const { id } = await files.receive(await halves().png().toBuffer());
    await Promise.all([files.use(id), files.use(id)]);
    await fixture.jobs.runPending();
    expect(await files.rowOf(id)).toMatchObject({ state: 'ready', tries: 1 });
    expect(settledOf(id)).toHaveLength(1);
  });

  it.each([
    ['of a photo', 'photo.jpg', 'photo.jpg'],
    ['with a path', '../../etc/passwd', 'passwd'],
    ['with a Windows path', 'C:\\Users\\nadia\\a b.mp4', 'a b.mp4'],
    ['with bidi controls', 'a\u202Egnp.exe\u0007', 'agnp.exe'],
    ['that is too long', 'é'.repeat(300), 'é'.repeat(255)],
    ['without visible characters', '\u0000\u0001', null],
  ])('ME-29: a file name %s is cleaned for display', async (_name, given, kept) => {
    const { id } = await files.receive(await halves().png().toBuffer(), given);
    expect((await files.rowOf(id))?.original_filename).toBe(kept);
  });
});

describe('SV-58: failures', () => {
  it('of the file itself settle it immediately, and the next file is processed', async () => {
    for (const make of Object.values(hostileVideos).slice(0, 3)) {
      const { id, state, tries } = await files.written(await make());
      expect({ state, tries }).toEqual({ state: 'failed', tries: 1 });
      expect(await keysOf(id)).toEqual([]);
      expect(settledOf(id)).toMatchObject([{ state: 'failed' }]);
    }
    expect((await files.written(await makeVideo())).state).toBe('ready');
  });

  it(`of another kind are retried ${FILE_TRIES} times in total`, async () => {
    const { id } = await files.receive(await halves().png().toBuffer());
    await files.use(id);
    isUnavailable = true;
    await untilSettled(id);
    expect(await files.rowOf(id)).toMatchObject({ state: 'failed', tries: FILE_TRIES, has_preview: false });
    expect(settledOf(id)).toMatchObject([{ state: 'failed' }]);
    isUnavailable = false;
    await fixture.jobs.runPending();
    expect(await keysOf(id)).toEqual([]);
  });

  it('after the last attempt have no effect', async () => {
    const { id } = await files.receive(await halves().png().toBuffer());
    await files.use(id);
    isUnavailable = true;
    await fixture.jobs.runPending();
    expect(await files.rowOf(id)).toMatchObject({ state: 'pending', tries: 1 });
    isUnavailable = false;
    await untilSettled(id);
    expect(await files.rowOf(id)).toMatchObject({ state: 'ready', tries: 2 });
  });

  it.skipIf(process.platform !== 'linux')('kill -9 of the video process: the job is retried', async () => {
    const { id } = await files.receive(await makeVideo({ codec: 'mpeg4', frames: 300 }));
    await files.use(id);
    const kill = async () => process.kill(await whenVideoIsWritten(process.pid), 'SIGKILL');
    await Promise.all([fixture.jobs.runPending(), kill()]);
    expect(await files.rowOf(id)).toMatchObject({ state: 'pending', tries: 1 });
    await untilSettled(id);
    expect(await files.rowOf(id)).toMatchObject({ state: 'ready', tries: 2 });
    expect((await files.served(id))?.length).toBeGreaterThan(1000);
  });

  it('a shutdown of the server does not count as an attempt', async () => {
    const other = await startMedia();
    onTestFinished(() => other.stop());
    const theirs = filesOf(other);
    const { id } = await theirs.receive(await makeVideo({ codec: 'mpeg4', frames: 1000 }));
    await theirs.use(id);
    const running = other.jobs.runPending();
    await vi.waitUntil(async () => (await theirs.rowOf(id))?.tries === 1, { interval: 1 });
    await other.media.close();
    expect(await theirs.rowOf(id)).toMatchObject({ state: 'pending', tries: 0 });
    await running;
  });

  it('kill -9 of the server after the last attempt: the file counts as failed', async () => {
    const { id } = await files.receive(await halves().png().toBuffer());
    await files.use(id);
    await fixture.database.db
      .updateTable('media_files')
      .set({ tries: FILE_TRIES })
      .where('id', '=', id)
      .execute();
    await untilSettled(id);
    expect((await files.rowOf(id))?.state).toBe('failed');
  });

  it('of a settled hook: nothing is settled, and the job is retried', async () => {
    const { id } = await files.receive(await halves().png().toBuffer());
    await files.use(id);
    hookFails = true;
    await fixture.jobs.runPending();
    expect(await isPending(id)).toBe(true);
    expect(settledOf(id)).toEqual([]);
    hookFails = false;
    await untilSettled(id);
    expect(settledOf(id)).toMatchObject([{ state: 'ready' }]);
  });

  it('leave no temporary files behind', async () => {
    expect((await files.written(await makeVideo())).state).toBe('ready');
    expect(await fixture.uploadsOnDisk()).toEqual([]);
  });
});

describe('unneeded files', () => {
  it('SV-104: a file that no post used within a day is deleted with its bytes; a used one is kept', async () => {
    const [unused, used] = [await files.receive(await makeVideo()), await files.receive(await makeVideo())];
    await files.use(used.id);
    fixture.passSeconds(23 * 3600);
    await fixture.media.files.removeUnused();
    expect(await files.rowOf(unused.id)).toBeDefined();
    fixture.passSeconds(3600 + 60);
    await fixture.media.files.removeUnused();
    expect(await files.rowOf(unused.id)).toBeUndefined();
    await fixture.jobs.runPending();
    expect(await keysOf(unused.id)).toEqual([]);
    expect((await files.rowOf(used.id))?.state).toBe('ready');
  });

  it('ME-19: a file removed from its post is deleted with its bytes', async () => {
    const { id } = await files.written(await makeVideo());
    await fixture.database.transaction((tx) => fixture.media.files.remove(tx, id));
    expect(await files.served(id)).toBeUndefined();
    await fixture.jobs.runPending();
    expect(await keysOf(id)).toEqual([]);
  });

  it('R-01: a rolled-back removal removes nothing', async () => {
    const { id } = await files.written(await halves().png().toBuffer());
    const failing = fixture.database.transaction(async (tx) => {
      await fixture.media.files.remove(tx, id);
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    await fixture.jobs.runPending();
    expect(await files.served(id)).toBeDefined();
  });

  it('a file removed while it is processed leaves no bytes behind', async () => {
    const { id } = await files.receive(await makeVideo({ codec: 'mpeg4', frames: 200 }));
    await files.use(id);
    const running = fixture.jobs.runPending();
    await vi.waitUntil(async () => (await files.rowOf(id))?.tries === 1, { interval: 1 });
    await fixture.database.transaction((tx) => fixture.media.files.remove(tx, id));
    await running;
    await fixture.jobs.runPending();
    expect(await keysOf(id)).toEqual([]);
    expect(settledOf(id)).toEqual([]);
  });
});

it('R-16: a served video can be played while it loads', async () => {
  const { id } = await files.written(await makeVideo({ sound: 'aac' }));
  const bytes = (await files.served(id)) ?? Buffer.alloc(0);
  expect(boxAt(bytes, 'moov')).toBeLessThan(boxAt(bytes, 'mdat'));
});
