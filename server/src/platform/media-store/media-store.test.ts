import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createDiskStore, createS3Store, type MediaStore } from './index.ts';
import { startS3 } from './s3.fixture.ts';

const key = '0123456789abcdef';
const bytes = new Uint8Array([1, 2, 3]);

async function startDisk() {
  const folder = await mkdtemp(path.join(tmpdir(), 'adda-media-'));
  return { store: createDiskStore(folder), stop: () => rm(folder, { recursive: true, force: true }) };
}

async function startBucket() {
  const { options, stop } = await startS3();
  return { store: createS3Store(options), stop };
}

describe.each([
  ['on the disk', startDisk],
  ['in a bucket', startBucket],
])('R-15: media %s', (_name, start) => {
  let store: MediaStore;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    ({ store, stop } = await start());
  });
  afterAll(() => stop());

  async function contentOf(name: string): Promise<Buffer | undefined> {
    const found = await store.get(name);
    return found && Buffer.concat(await Array.fromAsync(found));
  }

  it('stored bytes stay until they are deleted, and deleting is idempotent', async () => {
    await store.put(key, bytes, 'image/webp');
    expect(await contentOf(key)).toEqual(Buffer.from(bytes));
    await store.delete(key);
    expect(await store.get(key)).toBeUndefined();
    await store.delete(key);
  });

  it('a large file is returned byte for byte and in order', async () => {
    const large = new Uint8Array(5_000_000).map((_value, index) => (index * 7919) % 251);
    await store.put('a-large-file', large, 'image/webp');
    expect((await contentOf('a-large-file'))?.equals(Buffer.from(large))).toBe(true);
  });

  it('an unknown key has no content', async () => {
    expect(await store.get('ffffffffffffffff')).toBeUndefined();
    expect(await store.getRange('ffffffffffffffff', 0, 1)).toBeUndefined();
    expect(await store.size('ffffffffffffffff')).toBeUndefined();
  });

  it('SV-60: a file is stored unchanged and readable by range', async () => {
    const large = new Uint8Array(3_000_000).map((_value, index) => (index * 7919) % 251);
    const file = path.join(tmpdir(), `adda-store-${process.pid}`);
    onTestFinished(() => rm(file, { force: true }));
    await writeFile(file, large);
    await store.putFile('a-file-that-came', file, 'video/mp4');
    expect(await store.size('a-file-that-came')).toBe(large.length);
    expect((await contentOf('a-file-that-came'))?.equals(Buffer.from(large))).toBe(true);
    expect((await readFile(file)).equals(Buffer.from(large)), 'the file stays').toBe(true);
    for (const [from, to] of [
      // Not 0 and 0: s3rver treats an end of 0 as absent.
      [0, 1],
      [1000, 1_999_999],
      [2_999_999, 2_999_999],
      [0, 2_999_999],
    ] as const) {
      const part = await store.getRange('a-file-that-came', from, to);
      const bytes = part && Buffer.concat(await Array.fromAsync(part));
      expect(bytes?.equals(Buffer.from(large.subarray(from, to + 1))), `${from}-${to}`).toBe(true);
    }
  });

  it('lists the keys with a prefix, and no others', async () => {
    const keys = Array.from({ length: 5 }, (_value, index) => `deleted-${index}-1-n`);
    for (const each of [...keys, 'delete-nothing', 'another-key']) await store.put(each, bytes, 'text/plain');
    const listed = async (prefix: string) => (await Array.fromAsync(store.list(prefix))).flat().toSorted();
    expect(await listed('deleted-')).toEqual(keys);
    expect(await listed('')).toEqual(expect.arrayContaining([...keys, 'another-key']));
    expect(await listed('nothing-begins-so')).toEqual([]);
    await expect(Array.fromAsync(store.list('../'))).rejects.toThrow('key');
  });

  it('a missing file is an error and keeps the existing content', async () => {
    await store.put(key, bytes, 'image/webp');
    await expect(store.putFile(key, path.join(tmpdir(), 'adda-no-such-file'), 'video/mp4')).rejects.toThrow(
      /no such file|could not be read|ENOENT|Unable to open/,
    );
    expect(await contentOf(key)).toEqual(Buffer.from(bytes));
  });

  it('the last of several writes is complete, while others read', async () => {
    const contents = Array.from({ length: 10 }, (_value, index) => new Uint8Array(50_000).fill(index));
    await store.put(key, bytes, 'image/webp');
    for (const content of contents) await store.put(key, content, 'image/webp');
    const seen = await Promise.all(contents.map(() => contentOf(key)));
    for (const content of seen) expect(content?.equals(Buffer.alloc(50_000, 9))).toBe(true);
  });

  it('a reader may stop at any point', async () => {
    await store.put(key, new Uint8Array(3_000_000), 'image/webp');
    const begun = (await store.get(key))?.[Symbol.asyncIterator]();
    expect((await begun?.next())?.done).toBe(false);
    await begun?.return?.();
    const untouched = (await store.get(key))?.[Symbol.asyncIterator]();
    await untouched?.return?.();
    expect(await contentOf(key)).toHaveLength(3_000_000);
  });

  it.each(['', 'a', '../../secret', 'aaaaaaaa/../x', 'aaaaaaaa?x', 'AAAAAAAAAA', `a${'b'.repeat(64)}`])(
    'R-15: the key %j is refused before any request',
    async (bad) => {
      await expect(store.put(bad, bytes, 'image/webp')).rejects.toThrow('key');
      await expect(store.get(bad)).rejects.toThrow('key');
      await expect(store.delete(bad)).rejects.toThrow('key');
      await expect(store.putFile(bad, import.meta.filename, 'video/mp4')).rejects.toThrow('key');
      await expect(store.getRange(bad, 0, 1)).rejects.toThrow('key');
      await expect(store.size(bad)).rejects.toThrow('key');
    },
  );
});
