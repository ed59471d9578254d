import { describe, expect, it } from 'vitest';
import type { DrillName } from './drills/drill-faults.fixture.ts';
import { runDrill, type DrillOutcome } from './drills/run-drill.fixture.ts';

const databaseUrl = process.env['TEST_DATABASE_URL'] || undefined;
const redisUrl = process.env['TEST_REDIS_URL'] || undefined;

/** The drills of `npm run bench -- drills`, small and short: 40 users, 30 messages a second. */
const SIZE = { nodes: 2, people: 40, roomSize: 10, perSecond: 30, faultSeconds: 6, settleSeconds: 5 };
const TIMEOUT_MS = 180_000;
/** The objective is 10 s; a machine that runs other tests may take twice as long. */
const CAUGHT_UP_MS = 20_000;
const DRAINED_MS = 20_000;

/** Runs a drill and expects the invariants of all drills: no message lost, duplicated or out of order, all members complete. */
async function runAndCheck(name: DrillName): Promise<DrillOutcome> {
  const services = { databaseUrl: databaseUrl ?? '', redisUrl: redisUrl ?? '' };
  const outcome = await runDrill(name, services, SIZE);
  expect(outcome).toMatchObject({
    lost: 0,
    doubled: 0,
    gaps: 0,
    outOfOrder: 0,
    unconfirmed: 0,
    missing: 0,
    unexpected: [],
  });
  expect(outcome.said).toBeGreaterThan(SIZE.perSecond * SIZE.settleSeconds);
  expect(outcome.caughtUpMs).toBeLessThan(CAUGHT_UP_MS);
  return outcome;
}

describe.runIf(databaseUrl && redisUrl)('two nodes with users on both', () => {
  it('R-01, R-03, R-04: are restarted one after the other', { timeout: TIMEOUT_MS }, async () => {
    const { notes, reconnections } = await runAndCheck('rolling');
    expect(notes).toMatchObject({ 'exit code of node 0': 0, 'exit code of node 1': 0 });
    expect(notes['draining of node 0 ms']).toBeLessThan(DRAINED_MS);
    expect(notes['draining of node 1 ms']).toBeLessThan(DRAINED_MS);
    expect(reconnections).toBeGreaterThanOrEqual(SIZE.people);
  });

  it(
    'R-01, R-03, R-04: one is killed, and its users move to the other',
    { timeout: TIMEOUT_MS },
    async () => {
      const { reconnections } = await runAndCheck('killed');
      expect(reconnections).toBeGreaterThan(0);
    },
  );

  it('R-03, R-04: one is suspended and resumed', { timeout: TIMEOUT_MS }, async () => {
    const { reconnections } = await runAndCheck('stopped');
    expect(reconnections).toBeGreaterThan(0);
  });

  it(
    'R-04: Redis becomes unavailable and returns, without any reconnection of clients',
    { timeout: TIMEOUT_MS },
    async () => {
      const { reconnections, catchUps } = await runAndCheck('redis');
      expect(reconnections).toBe(0);
      expect(catchUps).toBeGreaterThan(0);
    },
  );

  it(
    'R-04: Redis hangs and recovers, without any reconnection of clients',
    { timeout: TIMEOUT_MS },
    async () => {
      expect((await runAndCheck('redis hangs')).reconnections).toBe(0);
    },
  );

  it(
    'R-04: Redis is killed and its replica takes its place, without any reconnection of clients',
    { timeout: TIMEOUT_MS },
    async () => {
      const { reconnections, catchUps } = await runAndCheck('redis fails over');
      expect(reconnections).toBe(0);
      expect(catchUps).toBeGreaterThan(0);
    },
  );

  it(
    'R-04: of a Redis Cluster a server is killed and replaced by its replica, and a slot is moved, without any reconnection of clients',
    { timeout: TIMEOUT_MS },
    async () => {
      const { reconnections, catchUps } = await runAndCheck("slot's server away");
      expect(reconnections).toBe(0);
      expect(catchUps).toBeGreaterThan(0);
    },
  );
});
