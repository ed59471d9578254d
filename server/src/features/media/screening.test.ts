import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createLogger } from '../../platform/logging/logger.ts';
import { createSafety, type FlaggedText } from '../safety/index.ts';
import {
  replies,
  SCANNER_SECRET,
  startScanner,
  type ScannerStub,
} from '../safety/uploads/scanner.fixture.ts';
import { filesOf, onDisk } from './files/files.fixture.ts';
import type { SettledFile } from './files/write-file.service.ts';
import { formOf, startMedia, type MediaFixture } from './media.fixture.ts';
import { scene } from './pictures.fixture.ts';
import { makeVideo } from './video/videos.fixture.ts';

let stub: ScannerStub;
let fixture: MediaFixture;
let files: ReturnType<typeof filesOf>;
const raised: FlaggedText[] = [];
const settled: SettledFile[] = [];
beforeAll(async () => {
  stub = await startScanner();
  fixture = await startMedia({ scanner: { url: stub.url, secret: SCANNER_SECRET } });
  files = filesOf(fixture);
  fixture.safety.wordFilter.onReported(async (flagged) => void raised.push(flagged));
  fixture.media.files.onSettled(async (_tx, file) => void settled.push(file));
});
afterEach(() => stub.answer(replies.allow));
afterAll(async () => {
  await fixture.stop();
  await stub.stop();
});

const send = async (picture: Uint8Array, person?: { token: string }) =>
  fixture.sendForm((person ?? (await fixture.person())).token, formOf(picture));
const picture = (number: number) => scene(number).png().toBuffer();

/** Adds a stored picture to the list of kept-out files, as a decision on a report does. */
async function addToKeptOutList(imageId: string): Promise<void> {
  const { userId } = await fixture.person();
  const { database, media, safety } = fixture;
  await database.transaction(async (tx) =>
    safety.uploads.keepOut(tx, await media.hashesOf(tx, { imageIds: [imageId], fileIds: [] }), {
      addedBy: userId,
      reportId: 'a report',
      note: null,
    }),
  );
}

describe('SV-105: a picture is screened before other users may see it', () => {
  it('SV-44: in its re-encoded form, and it is not stored when the scanner refuses it', async () => {
    const sender = await fixture.person();
    const { status, image_url: link = '' } = await send(await picture(1), sender);
    expect(status).toBe(200);
    expect(stub.scanned).toHaveLength(1);
    expect(stub.scanned[0]?.body).toEqual((await fixture.open(link, sender)).bytes);
    const before = await fixture.keptFiles();
    stub.answer(replies.refuse);
    expect(await send(await picture(2))).toMatchObject({ status: 400, code: 'upload_refused' });
    stub.answer(replies.fails);
    expect(await send(await picture(2))).toMatchObject({ status: 503, code: 'scanner_unavailable' });
    expect(await fixture.keptFiles()).toEqual(before);
    expect((await fixture.uploadsOnDisk()).filter((name) => name.endsWith('.upload'))).toEqual([]);
  });

  it('SV-45: also when it comes from a URL', async () => {
    const { token } = await fixture.person();
    const address = fixture.pictures.serve('/one.png', await picture(3));
    stub.answer(replies.refuse);
    expect((await fixture.importUrl(token, address)).error).toMatchObject({ code: 'upload_refused' });
    stub.answer(replies.allow);
    const { data } = await fixture.importUrl(token, address);
    await addToKeptOutList(data.image_id);
    expect((await fixture.importUrl(token, address)).error).toMatchObject({ code: 'upload_refused' });
    expect(stub.scanned.at(-1)?.headers['x-adda-purpose']).toBe('message');
  });

  it('PR-17: also as a profile picture', async () => {
    const { userId } = await fixture.person();
    const path = await onDisk(await picture(4));
    stub.answer(replies.refuse);
    await expect(fixture.media.avatars.fromFile(userId, path)).rejects.toMatchObject({
      code: 'upload_refused',
    });
    stub.answer(replies.allow);
    await fixture.media.avatars.fromFile(userId, path);
    expect(stub.scanned.map(({ headers }) => headers['x-adda-purpose'])).toEqual(['avatar']);
  });

  it('also an external one that is only shown', async () => {
    const link = (at: string, number: number) =>
      picture(number).then((bytes) => fixture.media.remoteLink(fixture.pictures.serve(at, bytes)));
    stub.answer(replies.refuse);
    const refused = await link('/two.png', 5);
    expect(await fixture.open(refused)).toMatchObject({ status: 404, code: 'image_not_found' });
    stub.answer(replies.allow);
    expect((await fixture.open(refused)).status).toBe(200);
    expect(stub.scanned[0]?.headers).toMatchObject({ 'x-adda-purpose': 'remote' });
    expect(stub.scanned[0]?.headers['x-adda-user']).toBeUndefined();
  });

  it('and is added to the queue of reports when the scanner requests a review', async () => {
    const person = await fixture.person();
    stub.answer(replies.review);
    const { status, image_id: imageId } = await send(await picture(6), person);
    expect(status).toBe(200);
    await vi.waitFor(async () => {
      await fixture.jobs.runPending();
      expect(raised).toEqual([{ userId: person.userId, words: ['scanner: nudity?'], imageId }]);
    }, 20_000);
  });

  it('a removed picture is refused on every node from that moment on', async () => {
    const { image_id: imageId = '' } = await send(await picture(7));
    const elsewhere = createSafety({
      database: fixture.database,
      jobs: fixture.jobs,
      logger: createLogger('silent'),
      hasLimits: false,
      scanner: { url: undefined, secret: undefined, userKey: '' },
    });
    const [hashes] = await fixture.media.hashesOf(fixture.database.db, { imageIds: [imageId], fileIds: [] });
    if (!hashes) throw new Error('no hashes are kept');
    await elsewhere.uploads.judge(hashes);
    await Promise.all([addToKeptOutList(imageId), addToKeptOutList(imageId)]);
    await expect(elsewhere.uploads.judge(hashes)).rejects.toMatchObject({ code: 'upload_refused' });
    const copy = await sharp(await picture(7))
      .resize({ width: 320 })
      .jpeg({ quality: 50 })
      .toBuffer();
    const sent = await Promise.all([send(copy), send(copy), send(await picture(8))]);
    expect(sent.map(({ status }) => status)).toEqual([400, 400, 200]);
  });
});

describe('SV-58: a file of a post is screened before it is ready', () => {
  const photo = (number: number) => scene(number).jpeg().toBuffer();
  const makeDue = () => sql`UPDATE pgboss.job SET start_after = now()`.execute(fixture.database.db);

  it('in its served form, videos too', async () => {
    stub.answer(replies.allow);
    const row = await files.written(await makeVideo());
    expect(row).toMatchObject({ state: 'ready', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(stub.scanned).toHaveLength(1);
    expect(stub.scanned[0]).toMatchObject({
      isSigned: true,
      headers: { 'content-type': 'video/mp4', 'x-adda-kind': 'video', 'x-adda-purpose': 'post' },
    });
    expect(stub.scanned[0]?.body).toEqual(await files.served(row.id));
  });

  it('and is deleted with all its bytes when it is refused', async () => {
    stub.answer(replies.refuse);
    const { id } = await files.receive(await photo(20));
    await files.use(id);
    await fixture.jobs.runPending();
    expect(await files.rowOf(id)).toBeUndefined();
    expect(settled.filter(({ fileId }) => fileId === id)).toMatchObject([{ state: 'refused' }]);
    expect((await fixture.keptFiles()).filter((name) => name.startsWith(id))).toEqual([]);
  });

  it('and waits while the scanner is unavailable, without using its attempts', async () => {
    stub.answer(replies.fails);
    const { id } = await files.receive(await photo(21));
    await files.use(id);
    for (let times = 0; times < 5; times += 1) {
      await makeDue();
      await fixture.jobs.runPending();
      expect(await files.rowOf(id)).toMatchObject({ state: 'pending', tries: 0 });
      expect(await files.served(id)).toBeUndefined();
    }
    expect(stub.scanned).toHaveLength(10);
    stub.answer(replies.allow);
    await makeDue();
    await fixture.jobs.runPending();
    expect(await files.rowOf(id)).toMatchObject({ state: 'ready', tries: 1 });
  });

  it('and reports a requested review to the hooks', async () => {
    stub.answer(replies.review);
    const { id } = await files.written(await photo(22));
    expect(settled.filter(({ fileId }) => fileId === id)).toMatchObject([
      { state: 'ready', review: 'scanner: nudity?' },
    ]);
  });
});
