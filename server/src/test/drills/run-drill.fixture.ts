import { existsSync, readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '../client.ts';
import { drillFaults, type DrillName } from './drill-faults.fixture.ts';
import { createDrillLedger, type DrillLedger } from './drill-ledger.fixture.ts';
import { startDrillNodes, type DrillServices } from './drill-nodes.fixture.ts';
import { startDrillPerson, type DrillPerson } from './drill-person.fixture.ts';
import { openDrillTown, type Seat } from './drill-dataset.fixture.ts';
import { judgeDrill, readStored, type DrillJudgement } from './judge-drill.fixture.ts';

const TICK_MS = 20;
const CALM_BEFORE_MS = 3000;
const CONNECTING_AT_ONCE = 20;
const LOOK_EVERY_MS = 200;
const STRAGGLERS_MAY_TAKE_MS = 120_000;

/** How large a drill is. */
export type DrillSize = {
  readonly nodes: number;
  /** Sockets, one of each person. */
  readonly people: number;
  readonly roomSize: number;
  /** Messages that are said in a second, by all together. */
  readonly perSecond: number;
  /** How long the fault lasts where it has a length. */
  readonly faultSeconds: number;
  /** How long people go on talking after it. */
  readonly settleSeconds: number;
};

/** What was seen. */
export type DrillOutcome = DrillJudgement & {
  readonly drill: DrillName;
  readonly said: number;
  /** What clients were told that they did not expect. */
  readonly unexpected: readonly string[];
  readonly reconnections: number;
  /** The longest time that anybody was without a connection. */
  readonly longestAwayMs: number;
  readonly sentAgain: number;
  /** Those of them whose connection stayed, but brought no answer for 10 s. */
  readonly timedOut: number;
  /** Events `catch_up` that were told. */
  readonly told: number;
  /** Questions for what was missed, and the messages that nothing else had brought. */
  readonly questions: number;
  readonly brought: number;
  /** The longest standstill of the clients themselves, which is in every time above. */
  readonly clientsStoodStillMs: number;
  /** Share of the time in which the clients waited for a processor: far above 0, the machine is too busy for figures. */
  readonly starvedPercent: number;
  readonly notes: Readonly<Record<string, number>>;
};

/** People talk on several nodes, something happens to them, people go on, and everything is counted. */
export async function runDrill(
  drill: DrillName,
  services: DrillServices,
  size: DrillSize,
): Promise<DrillOutcome> {
  const cluster = await startDrillNodes(services, size.nodes);
  const people: DrillPerson[] = [];
  try {
    const { url } = cluster.proxy;
    const seats = await openDrillTown(url, size.people, size.roomSize);
    const ledger = createDrillLedger(membersOf(seats));
    await connectAll(url, seats, ledger, people);
    const lag = monitorEventLoopDelay({ resolution: 10 });
    lag.enable();
    const starvedPercent = watchStarving();
    const hush = startTalk(people, size.perSecond);
    await delay(CALM_BEFORE_MS);
    const questionsBefore = sumOf(people, ({ book }) => book.counts().questions);
    const { endedAt, notes } = await drillFaults[drill](cluster, size.faultSeconds);
    await delay(size.settleSeconds * 1000);
    hush();
    await untilEverybodyHasAll(ledger);
    lag.disable();
    // What is confirmed from here on could not be found by those who have read already.
    for (const person of people) person.close();
    const stored = await readStored(url, seats);
    return {
      drill,
      said: ledger.sizeOf(),
      ...judgeDrill(ledger, stored, endedAt),
      unexpected: ledger.faults(),
      reconnections: sumOf(people, (person) => person.counts().connections - 1),
      sentAgain: sumOf(people, (person) => person.counts().sentAgain),
      longestAwayMs: Math.max(...people.map((person) => person.counts().longestAwayMs)),
      timedOut: sumOf(people, (person) => person.counts().timedOut),
      told: sumOf(people, (person) => person.counts().told),
      questions: sumOf(people, ({ book }) => book.counts().questions),
      brought: sumOf(people, ({ book }) => book.counts().brought),
      clientsStoodStillMs: lag.max / 1e6,
      starvedPercent: starvedPercent(),
      notes: { ...notes, 'questions before the fault': questionsBefore },
    };
  } finally {
    for (const person of people) person.close();
    await cluster.dispose();
  }
}

/** Answers the share of the time since the call in which this thread was ready but no processor was; 0 where unknown. */
function watchStarving(): () => number {
  const file = '/proc/self/schedstat';
  const waitedMs = () => (existsSync(file) ? Number(readFileSync(file, 'utf8').split(' ')[1]) / 1e6 : 0);
  const [since, before] = [performance.now(), waitedMs()];
  return () => ((waitedMs() - before) / (performance.now() - since)) * 100;
}

function membersOf(seats: readonly Seat[]): Map<string, string[]> {
  const members = new Map<string, string[]>();
  for (const { place, person } of seats) {
    members.set(place.name, [...(members.get(place.name) ?? []), person.username]);
  }
  return members;
}

async function connectAll(
  url: string,
  seats: readonly Seat[],
  ledger: DrillLedger,
  people: DrillPerson[],
): Promise<void> {
  const client = createClient(url);
  for (let first = 0; first < seats.length; first += CONNECTING_AT_ONCE) {
    const batch = seats
      .slice(first, first + CONNECTING_AT_ONCE)
      .map((seat) => startDrillPerson({ url, client, ledger, ...seat }));
    people.push(...batch);
    await Promise.all(batch.map((person) => person.connected));
  }
}

/** Everybody in turn says something, at an even pace. Returns how to end it. */
function startTalk(people: readonly DrillPerson[], perSecond: number): () => void {
  const began = performance.now();
  let said = 0;
  const timer = setInterval(() => {
    const due = ((performance.now() - began) / 1000) * perSecond;
    for (; said < due; said += 1) people[said % people.length]?.say();
  }, TICK_MS);
  return () => clearInterval(timer);
}

/** Gives up after a while: what is missing then is told by the judgement. */
async function untilEverybodyHasAll(ledger: DrillLedger): Promise<void> {
  const deadline = performance.now() + STRAGGLERS_MAY_TAKE_MS;
  while (performance.now() < deadline) {
    if (ledger.unconfirmed().length === 0 && ledger.missing().length === 0) return;
    await delay(LOOK_EVERY_MS);
  }
}

function sumOf(people: readonly DrillPerson[], count: (person: DrillPerson) => number): number {
  return people.reduce((sum, person) => sum + count(person), 0);
}
