import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDiskStore, type MediaStore } from './index.ts';

const key = '0123456789abcdef';
const bytes = new Uint8Array([1, 2, 3]);

let dataDir: string;
let store: MediaStore;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'adda-media-'));
  store = createDiskStore(dataDir);
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

async function contentOf(name: string): Promise<Uint8Array | undefined> {
  const found = await store.get(name);
  return found && Buffer.concat(await Array.fromAsync(found));
}

const filesOf = () => readdir(path.join(dataDir, 'media'), { recursive: true });

describe('R-15: media on disk', () => {
  it('stored bytes stay until they are deleted, readable only by the owner of the process', async () => {
    await store.put(key, bytes, 'image/webp');
    expect(await contentOf(key)).toEqual(Buffer.from(bytes));
    expect((await filesOf()).toSorted()).toEqual(['01', path.join('01', key)]);
    if (process.platform !== 'win32')
      expect((await stat(path.join(dataDir, 'media', '01', key))).mode & 0o077).toBe(0);
    await store.delete(key);
    expect(await store.get(key)).toBeUndefined();
    await store.delete(key);
  });

  it('several chunks of a large file arrive in order', async () => {
    const large = new Uint8Array(300_000).map((_value, index) => index % 251);
    await store.put(key, large, 'image/webp');
    expect(await contentOf(key)).toEqual(Buffer.from(large));
  });

  it('an unknown key has no content', async () => {
    expect(await store.get('ffffffffffffffff')).toBeUndefined();
  });

  it('a key is replaced atomically: a reader gets the old or the new content, never a mixture', async () => {
    const contents = Array.from({ length: 20 }, (_value, index) => new Uint8Array(50_000).fill(index));
    await store.put(key, bytes, 'image/webp');
    const writing = Promise.all(contents.map((content) => store.put(key, content, 'image/webp')));
    const seen = await Promise.all(contents.map(() => contentOf(key)));
    await writing;
    for (const content of [...seen, await contentOf(key)]) expect(new Set(content).size).toBeLessThan(4);
    for (const content of [...seen, await contentOf(key)]) expect([3, 50_000]).toContain(content?.length);
    expect(await filesOf()).toHaveLength(2);
  });

  it('a failed write leaves nothing behind and keeps the existing content', async () => {
    const broken: { content: Uint8Array } = JSON.parse('{"content": 5}');
    await store.put(key, bytes, 'image/webp');
    await expect(store.put(key, broken.content, 'image/webp')).rejects.toThrow(TypeError);
    expect(await contentOf(key)).toEqual(Buffer.from(bytes));
    expect(await filesOf()).toHaveLength(2);
  });

  it.each([
    '',
    'a',
    '../../secret',
    '..',
    'aaaaaaaa/../../secret',
    'aaaaaaaa\\b',
    'AAAAAAAAAA',
    'aaaaaaaa.b',
    'aaaaaaa\0b',
    `a${'b'.repeat(64)}`,
  ])('R-15: the key %j is refused before any file access', async (bad) => {
    await writeFile(path.join(dataDir, 'secret'), 'secret');
    await expect(store.put(bad, bytes, 'image/webp')).rejects.toThrow('key');
    await expect(store.get(bad)).rejects.toThrow('key');
    await expect(store.delete(bad)).rejects.toThrow('key');
    expect(await readFile(path.join(dataDir, 'secret'), 'utf8')).toBe('secret');
    expect(await readdir(dataDir)).toEqual(['secret']);
  });
});
