import { expect, it, onTestFinished } from 'vitest';
import { createTestDatabase } from '../../test/database.fixture.ts';
import { eventually, joinClient, startNode } from './realtime.fixture.ts';

it('R-01: a rolled-back command publishes nothing, a committed one publishes after its commit', async () => {
  const { database, cleanup } = await createTestDatabase();
  onTestFinished(cleanup);
  const node = await startNode();
  const { numbers } = await joinClient(node.url);
  const undone = database.transaction(async (tx) => {
    node.server.publishAfterCommit(tx, 'group:g', 'said', { n: 1 });
    throw new Error('undo');
  });
  await expect(undone).rejects.toThrow('undo');
  let written = 0;
  await database.transaction(async (tx) => {
    node.server.publishAfterCommit(tx, 'group:g', 'said', { n: 2 });
    written = node.realtime.metrics().joinedWrites;
  });
  expect(written).toBe(0);
  node.server.publish('group:g', 'said', { n: 3 });
  await eventually(() => expect(numbers).toEqual([2, 3]));
});
