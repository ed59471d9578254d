import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createLogger } from '../logging/logger.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makePrivate } from './index.ts';

const logger = createLogger('silent');
const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8);

function createFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'adda-private-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Creates a world-readable tree with `files` files in folders of fifty. */
function createOpenTree(files: number): string {
  const folder = createFolder();
  const before = process.umask(0);
  try {
    for (let count = 0; count < files; count += 1) {
      const inner = path.join(folder, `part-${Math.floor(count / 50)}`);
      mkdirSync(inner, { recursive: true, mode: 0o777 });
      writeFileSync(path.join(inner, `${count}`), 'text', { mode: 0o666 });
    }
  } finally {
    process.umask(before);
  }
  return folder;
}

const modesIn = (folder: string) =>
  new Set(
    readdirSync(folder, { recursive: true, withFileTypes: true }).map(
      (entry) =>
        `${entry.isDirectory() ? 'folder' : 'file'} ${modeOf(path.join(entry.parentPath, entry.name))}`,
    ),
  );
const PRIVATE = new Set(['folder 700', 'file 600']);

describe.skipIf(process.platform === 'win32')('a private folder', () => {
  it('R-21: a tree that others may read is made private, including the folder itself', async () => {
    const folder = createOpenTree(120);
    await makePrivate(folder, logger);
    expect(modeOf(folder)).toBe('700');
    expect(modesIn(folder)).toEqual(PRIVATE);
  });

  it('R-21: a large tree does not delay the start: its top is made private immediately, the rest later', async () => {
    const folder = createOpenTree(400);
    const { done } = await makePrivate(folder, logger, 0);
    expect(modeOf(folder)).toBe('700');
    expect(modesIn(folder)).not.toEqual(PRIVATE);
    await done;
    expect(modesIn(folder)).toEqual(PRIVATE);
  });

  it('R-21: a background repair stops on request', async () => {
    const folder = createOpenTree(400);
    const repair = await makePrivate(folder, logger, 0);
    repair.stop();
    await repair.done;
    expect(modesIn(folder)).not.toEqual(PRIVATE);
  });

  it('R-21: links out of the folder are not followed', async () => {
    const outside = path.join(createFolder(), 'outside');
    writeFileSync(outside, 'text', { mode: 0o644 });
    const folder = createFolder();
    symlinkSync(outside, path.join(folder, 'link'));
    await makePrivate(folder, logger);
    expect(modeOf(outside)).toBe('644');
  });

  it('R-21: a shared folder (sticky bit) is left unchanged', async () => {
    const folder = createOpenTree(3);
    chmodSync(folder, 0o1777);
    await makePrivate(folder, logger);
    expect(modesIn(folder)).toEqual(new Set(['folder 777', 'file 666']));
  });

  it('R-21: a folder that contains the program itself is left unchanged', async () => {
    const program = path.resolve(import.meta.dirname, '../..');
    const before = modeOf(program);
    await makePrivate(program, logger);
    expect(modeOf(program)).toBe(before);
  });
});
