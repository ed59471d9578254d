import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterEach, describe, expect, it } from 'vitest';
import { createImageWriter, type ImageWriter } from './image-writer.service.ts';
import { formOf, startMedia } from './media.fixture.ts';
import { bitmap, colorAt, delaysOf, halves, moving } from './pictures.fixture.ts';

const refused = { name: 'UnusableImage' };
const late = { name: 'ImageLateError' };

let writer: ImageWriter | undefined;
afterEach(() => writer?.close());

function newWriter(options: Parameters<typeof createImageWriter>[0] = {}): ImageWriter {
  writer = createImageWriter(options);
  return writer;
}

describe('R-16: the image process', () => {
  it('re-encodes a picture from bytes or from a file, with a small variant of a large one', async () => {
    const { write } = newWriter();
    const source = await halves(1000, 500).jpeg().toBuffer();
    const { bytes, width, height, small } = await write({ source, smallSide: 640 });
    expect([width, height]).toEqual([1000, 500]);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 1000 });
    expect(await sharp(small).metadata()).toMatchObject({ format: 'webp', width: 640, height: 320 });
    expect(await colorAt(small ?? bytes, 0.9, 0.5)).toBe('blue');
    expect(
      (await write({ source: await halves(640, 9).png().toBuffer(), smallSide: 640 })).small,
    ).toBeUndefined();
    await expect(write({ source: import.meta.filename })).rejects.toMatchObject(refused);
    expect((await readFile(import.meta.filename)).length).toBeGreaterThan(0);
  });

  it('the small variant of an animation is animated too', async () => {
    const source = await moving(5, 700)
      .gif({ delay: delaysOf(5) })
      .toBuffer();
    const { small } = await newWriter().write({ source, smallSide: 640 });
    expect(await sharp(small).metadata()).toMatchObject({ pages: 5, delay: delaysOf(5), width: 640 });
  });

  it('concurrent jobs are queued, and those above the limit are refused', async () => {
    const { write } = newWriter();
    const source = await halves().png().toBuffer();
    const all = await Promise.allSettled(Array.from({ length: 60 }, () => write({ source })));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(41);
    for (const one of all) {
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ name: 'SemaphoreFullError' });
    }
    await expect(write({ source })).resolves.toMatchObject({ width: 60 });
  });

  it('a job that needs too much memory is aborted, and the next one succeeds', async () => {
    const { write } = newWriter();
    const source = await halves(3000, 2000).png().toBuffer();
    const hungry = write({ source, maxBytes: 1 });
    await expect(hungry).rejects.toThrow('needs too much memory');
    await expect(hungry).rejects.toMatchObject(refused);
    await expect(write({ source })).resolves.toMatchObject({ width: 1600 });
  });

  it('a job that takes too long is aborted, without marking the picture as unusable, and the next one succeeds', async () => {
    const impatient = newWriter({ jobMs: 1 });
    await expect(impatient.write({ source: bitmap({ depth: 24 }) })).rejects.toMatchObject(late);
    impatient.close();
    const { write } = newWriter();
    const source = bitmap({ depth: 1, width: 4000, height: 2000 });
    const given = write({ source });
    writer?.close();
    await expect(given).rejects.toMatchObject(late);
    await expect(write({ source: await halves().png().toBuffer() })).resolves.toMatchObject({ width: 60 });
  });

  it('R-16: the sender of a picture that took too long may retry', async () => {
    const media = await startMedia({ pictureMs: 1 });
    try {
      const { token } = await media.person();
      const answer = await media.sendForm(token, formOf(await halves().png().toBuffer()));
      expect(answer).toMatchObject({ status: 503, code: 'image_service_busy' });
      const address = media.pictures.serve('/slow.png', await halves().png().toBuffer());
      expect((await media.importUrl(token, address)).status).toBe(400);
    } finally {
      await media.stop();
    }
  });

  it('a replaced process has exited before the next one starts', async () => {
    const { write } = newWriter();
    const source = await halves(3000, 2000).png().toBuffer();
    const processes = new Set<number>();
    let most = 0;
    let isDone = false;
    const look = () => {
      const children = childrenOf(process.pid).filter(isImageProcess);
      most = Math.max(most, children.length);
      for (const child of children) processes.add(child);
      if (!isDone) setImmediate(look);
    };
    look();
    const jobs = Array.from({ length: 6 }, (_, n) => write(n % 2 ? { source } : { source, maxBytes: 1 }));
    const outcomes = await Promise.allSettled(jobs);
    isDone = true;
    expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual([0, 1, 0, 1, 0, 1].map(Boolean));
    expect(processes.size).toBeGreaterThan(1);
    expect(most).toBe(1);
  });

  it('stores its compiled code in the given folder, and reads it again', async () => {
    const cacheFolder = await mkdtemp(path.join(tmpdir(), 'adda-cache-'));
    const source = await halves().png().toBuffer();
    for (let start = 0; start < 2; start += 1) {
      const { write, close } = newWriter({ cacheFolder });
      await expect(write({ source })).resolves.toMatchObject({ width: 60 });
      close();
      expect((await readdir(cacheFolder, { recursive: true })).length).toBeGreaterThan(3);
    }
    await rm(cacheFolder, { recursive: true });
  });
});

/** Returns the child processes of this process; empty when the system does not list them (all but Linux). */
function childrenOf(pid: number): number[] {
  const file = `/proc/${pid}/task/${pid}/children`;
  return existsSync(file) ? readFileSync(file, 'utf8').split(' ').filter(Boolean).map(Number) : [];
}

/** Excludes processes that have exited or have just been forked. */
function isImageProcess(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('image.process');
  } catch {
    return false;
  }
}
