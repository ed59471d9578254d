import { onTestFinished, expect, it } from 'vitest';
import { silentLogger } from '../../../test/database-template.fixture.ts';
import { startOwnRedis } from '../../../test/redis.fixture.ts';
import { openRedis } from '../../redis/index.ts';
import { createRecentWrites } from './recent-writes.ts';

const READER = 1;
const WRITER = 2;

it('CL-05: without Redis a process knows its own writes', async () => {
  const writes = createRecentWrites();
  await writes.note(WRITER);
  expect(await writes.mayHaveWritten(WRITER)).toBe(true);
  expect(await writes.mayHaveWritten(READER)).toBe(false);
});

it.skipIf(!process.env['TEST_REDIS_URL'])(
  'CL-05: every node knows a write, and nobody counts as known while Redis may have lost notes',
  async () => {
    const server = await startOwnRedis();
    const nodes = [0, 1].map(() => openRedis(server.url, silentLogger));
    onTestFinished(() => nodes.forEach((redis) => redis.disconnect()));
    const [one, other] = nodes.map((redis) => createRecentWrites(redis));
    if (!one || !other) throw new Error('There are two nodes.');
    const isKnown = async () => !(await other.mayHaveWritten(READER));
    expect(await isKnown()).toBe(false);
    await expect.poll(isKnown).toBe(true);
    await one.note(WRITER);
    expect(await other.mayHaveWritten(WRITER)).toBe(true);
    await server.kill();
    expect(await isKnown()).toBe(false);
    await one.note(WRITER);
    await server.start();
    // It is empty now.
    await expect.poll(() => nodes.every(({ status }) => status === 'ready')).toBe(true);
    expect(await isKnown()).toBe(false);
    expect(await other.mayHaveWritten(WRITER)).toBe(true);
  },
);
