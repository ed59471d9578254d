import { existsSync, readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '../client.ts';
import { drillFaults, type DrillName } from './drill-faults.fixture.ts';
import { createDrillLedger, type DrillLedger } from './drill-ledger.fixture.ts';
import { startDrillNodes, type DrillNodes, type DrillServices } from './drill-nodes.fixture.ts';
import { membersOf, startSending, untilAllDelivered } from './drill-conversation.fixture.ts';
import { startDrillPerson, type DrillPerson } from './drill-person.fixture.ts';
import { openDrillDataset, type Participant } from './drill-dataset.fixture.ts';
import { judgeDrill, readStored, type DrillJudgement } from './judge-drill.fixture.ts';

const CALM_BEFORE_MS = 3000;
const CONNECTING_AT_ONCE = 20;
const LAST_DELIVERY_MS = 120_000;

/** The size of a drill. */
export type DrillSize = {
  readonly nodes: number;
  /** One socket per user. */
  readonly people: number;
  readonly roomSize: number;
  /** Messages per second of all users together. */
  readonly perSecond: number;
  /** Duration of the fault, if it has one. */
  readonly faultSeconds: number;
  /** Duration of the conversation after the fault. */
  readonly settleSeconds: number;
};

/** The measurements of a drill. */
export type DrillOutcome = DrillJudgement & {
  readonly drill: DrillName;
  readonly said: number;
  /** Unexpected errors that clients received. */
  readonly unexpected: readonly string[];
  readonly reconnections: number;
  /** The longest time that a user had no connection. */
  readonly longestOfflineMs: number;
  readonly resent: number;
  /** Retries on an open connection without a confirmation for 10 s. */
  readonly timedOut: number;
  /** Number of received `catch_up` events. */
  readonly catchUps: number;
  /** The number of sync requests, and the number of messages that only they delivered. */
  readonly questions: number;
  readonly brought: number;
  /** The longest stall of the client process, which is included in all times above. */
  readonly clientsStalledMs: number;
  /**
   * Percentage of the time in which the client process waited for a CPU: if it is far above 0, the machine is too busy
   * for measurements.
   */
  readonly starvedPercent: number;
  readonly notes: Readonly<Record<string, number>>;
};

/** Users chat on several nodes, a fault is injected, users continue, and everything is counted. */
export async function runDrill(
  drill: DrillName,
  services: DrillServices,
  size: DrillSize,
): Promise<DrillOutcome> {
  const { redis, inject } = await drillFaults[drill](services);
  const people: DrillPerson[] = [];
  let cluster: DrillNodes | undefined;
  try {
    cluster = await startDrillNodes(services, redis, size.nodes);
    const { url } = cluster.proxy;
    const participants = await openDrillDataset(url, size.people, size.roomSize);
    const ledger = createDrillLedger(membersOf(participants));
    await connectAll(url, participants, ledger, people);
    const lag = monitorEventLoopDelay({ resolution: 10 });
    lag.enable();
    const starvedPercent = watchCpuWait();
    const stopSending = startSending(people, size.perSecond);
    await delay(CALM_BEFORE_MS);
    const questionsBefore = sumOf(people, ({ store }) => store.counts().questions);
    const { endedAt, notes } = await inject(cluster, size.faultSeconds);
    await delay(size.settleSeconds * 1000);
    stopSending();
    await untilAllDelivered(ledger, LAST_DELIVERY_MS);
    lag.disable();
    // Messages confirmed from here on would be missing for members that were already read.
    for (const person of people) person.close();
    const stored = await readStored(url, participants);
    return {
      drill,
      said: ledger.sizeOf(),
      ...judgeDrill(ledger, stored, endedAt),
      unexpected: ledger.faults(),
      reconnections: sumOf(people, (person) => person.counts().connections - 1),
      resent: sumOf(people, (person) => person.counts().resent),
      longestOfflineMs: Math.max(...people.map((person) => person.counts().longestOfflineMs)),
      timedOut: sumOf(people, (person) => person.counts().timedOut),
      catchUps: sumOf(people, (person) => person.counts().catchUps),
      questions: sumOf(people, ({ store }) => store.counts().questions),
      brought: sumOf(people, ({ store }) => store.counts().brought),
      clientsStalledMs: lag.max / 1e6,
      starvedPercent: starvedPercent(),
      notes: { ...notes, 'questions before the fault': questionsBefore },
    };
  } finally {
    for (const person of people) person.close();
    await cluster?.dispose();
    await redis.close();
  }
}

/**
 * Returns a function for the share of the time since this call in which this thread was runnable but waited for a CPU;
 * 0 if unknown.
 */
function watchCpuWait(): () => number {
  const file = '/proc/self/schedstat';
  const waitedMs = () => (existsSync(file) ? Number(readFileSync(file, 'utf8').split(' ')[1]) / 1e6 : 0);
  const [since, before] = [performance.now(), waitedMs()];
  return () => ((waitedMs() - before) / (performance.now() - since)) * 100;
}

async function connectAll(
  url: string,
  participants: readonly Participant[],
  ledger: DrillLedger,
  people: DrillPerson[],
): Promise<void> {
  const client = createClient(url);
  for (let first = 0; first < participants.length; first += CONNECTING_AT_ONCE) {
    const batch = participants
      .slice(first, first + CONNECTING_AT_ONCE)
      .map((participant) => startDrillPerson({ url, client, ledger, ...participant }));
    people.push(...batch);
    await Promise.all(batch.map((person) => person.connected));
  }
}

function sumOf(people: readonly DrillPerson[], count: (person: DrillPerson) => number): number {
  return people.reduce((sum, person) => sum + count(person), 0);
}
