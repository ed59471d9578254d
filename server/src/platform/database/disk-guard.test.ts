import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { silentLogger } from '../../test/database-template.fixture.ts';
import { freeBytes, watchDisk } from './disk-guard.ts';
import { StorageFullError } from './index.ts';

const MEGABYTE = 1024 * 1024;

describe('the disk guard', () => {
  it('R-21: refuses writes below 200 MB free and allows them again above', async () => {
    let free = 200 * MEGABYTE;
    const guard = await watchDisk(tmpdir(), silentLogger, async () => free);
    expect(guard.isWritable()).toBe(true);
    expect(() => guard.assertWritable()).not.toThrow();
    free -= 1;
    await guard.check();
    expect(guard.isWritable()).toBe(false);
    expect(() => guard.assertWritable()).toThrow(StorageFullError);
    free += 1;
    await guard.check();
    expect(guard.isWritable()).toBe(true);
    guard.stop();
  });

  it("keeps its last result when the disk can't be measured", async () => {
    let free = async () => 0;
    const guard = await watchDisk(tmpdir(), silentLogger, () => free());
    free = () => Promise.reject(new Error('no disk'));
    await guard.check();
    expect(guard.isWritable()).toBe(false);
    guard.stop();
  });

  it('measures the disk of a folder', async () => {
    expect(await freeBytes(tmpdir())).toBeGreaterThan(0);
  });
});
