import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createClient } from '../../../server/src/test/client.ts';
import {
  membersOf,
  startSending,
  untilAllDelivered,
} from '../../../server/src/test/drills/drill-conversation.fixture.ts';
import { openDrillDataset, type Participant } from '../../../server/src/test/drills/drill-dataset.fixture.ts';
import { createDrillLedger, type DrillLedger } from '../../../server/src/test/drills/drill-ledger.fixture.ts';
import { startDrillPerson, type DrillPerson } from '../../../server/src/test/drills/drill-person.fixture.ts';
import { openDrillProxy } from '../../../server/src/test/drills/drill-proxy.fixture.ts';
import {
  judgeDrill,
  readStored,
  type DrillJudgement,
} from '../../../server/src/test/drills/judge-drill.fixture.ts';
import { startAdda } from '../contenders/adda.ts';
import type { ContenderNode } from '../contenders/contender.types.ts';
import { cpuSecondsOf, cpuWaitSecondsOf, untilQuiet } from '../measure/processes.ts';
import type { BenchOptions } from '../options.ts';
import type { HerdPlan, HerdReport, HerdRequest, HerdReturn } from './herd.types.ts';
import { latenciesOf, type Latencies } from './latencies.ts';

const HERD_FILE = fileURLToPath(new URL('load-herd.ts', import.meta.url));
/** CL-07. */
const MAX_PEOPLE = 10_000;
const ROOM_MEMBERS = 100;
/** Those who talk meanwhile. */
const TALKERS = 200;
const TALKERS_PER_ROOM = 20;
const MESSAGES_PER_SECOND = 100;
/** Of ten talkers one connects through a proxy, to any node: the killed one has confirmed messages too. */
const PROXIED_EVERY = 10;
const BEFORE_MS = 15_000;
const BACK_WITHIN_MS = 180_000;
const LAST_DELIVERY_MS = 30_000;

/** Everything that one run measures. */
export type HerdOutcome = DrillJudgement & {
  readonly people: number;
  /** CPU milliseconds of one admission, of the node and of the database, when all connected at first, 50 at a time. */
  readonly admission: { readonly node: number; readonly database: number };
  readonly returned: HerdReturn;
  /** Seconds from the kill until the last of them was back. */
  readonly backAfter: number;
  readonly unheard: number;
  readonly before: Latencies;
  readonly meanwhile: Latencies;
  readonly unexpected: readonly string[];
  /** CPU seconds of the two other nodes together, from the kill until all were back. */
  readonly cpuSeconds: number;
  /** Share of that time in which a node waited for a CPU: far above 0, other processes kept it from its work. */
  readonly starved: number;
};

/** Kills a node with many people, while others talk on two further nodes (CL-07). */
export async function runHerd(options: BenchOptions, databaseUrl: string): Promise<HerdOutcome> {
  const people = Math.min(options.people, MAX_PEOPLE);
  const scenarios = [{ rooms: Math.ceil(people / ROOM_MEMBERS), membersPerRoom: ROOM_MEMBERS }];
  const { redisUrl } = options;
  const cluster = await startAdda({
    scenarios,
    withInspector: false,
    serverUrl: databaseUrl,
    redisUrl,
    emptyNodes: 1,
  });
  const others = [...(cluster.otherNodes ?? []), ...(cluster.emptyNodes ?? [])];
  const proxy = await openDrillProxy([cluster.port, ...others.map(({ port }) => port)]);
  const talkers: DrillPerson[] = [];
  const herd = fork(HERD_FILE);
  try {
    const participants = await openDrillDataset(urlOf(others[0]), TALKERS, TALKERS_PER_ROOM);
    const plan: HerdPlan = {
      port: cluster.port,
      otherPorts: others.map(({ port }) => port),
      rooms: cluster.scenarios[0] ?? [],
    };
    const connected = reported(herd, 'connected');
    herd.send({ kind: 'connect', plan } satisfies HerdRequest);
    const cpu = () => [cpuSecondsOf(cluster.pid), sumOf(cluster.databasePids(), cpuSecondsOf)] as const;
    const [nodeBefore, databaseBefore] = cpu();
    await connected;
    await untilQuiet(cluster.pid);
    const [nodeAfter, databaseAfter] = cpu();
    const count = plan.rooms.length * ROOM_MEMBERS;
    return {
      people: count,
      admission: {
        node: ((nodeAfter - nodeBefore) * 1000) / count,
        database: ((databaseAfter - databaseBefore) * 1000) / count,
      },
      ...(await talkThroughout({
        participants,
        others,
        proxyUrl: proxy.url,
        victim: cluster,
        herd,
        talkers,
      })),
    };
  } finally {
    herd.disconnect();
    for (const talker of talkers) talker.close();
    await proxy.close();
    await cluster.dispose();
  }
}

type Scene = {
  readonly participants: readonly Participant[];
  readonly others: readonly ContenderNode[];
  readonly proxyUrl: string;
  readonly victim: ContenderNode;
  readonly herd: ChildProcess;
  /** Filled with those who talk. */
  readonly talkers: DrillPerson[];
};

async function talkThroughout(scene: Scene): Promise<Omit<HerdOutcome, 'people' | 'admission'>> {
  const { participants, others, victim, herd, talkers } = scene;
  const ledger = createDrillLedger(membersOf(participants));
  const direct = await connectTalkers(scene, ledger);
  const stop = startSending(talkers, MESSAGES_PER_SECOND);
  const started = performance.now();
  await delay(BEFORE_MS);
  const back = reported(herd, 'back');
  const pids = others.map(({ pid }) => pid);
  const cpuBefore = sumOf(pids, cpuSecondsOf);
  const waitBefore = sumOf(pids, cpuWaitSecondsOf);
  process.kill(victim.pid, 'SIGKILL');
  const killedAt = performance.now();
  const { result: returned } = await back;
  const backAt = performance.now();
  const cpuSeconds = sumOf(pids, cpuSecondsOf) - cpuBefore;
  const waitSeconds = sumOf(pids, cpuWaitSecondsOf) - waitBefore;
  const backAfter = (backAt - killedAt) / 1000;
  const called = reported(herd, 'roll call');
  herd.send({ kind: 'roll call' } satisfies HerdRequest);
  const { missing } = await called;
  stop();
  await untilAllDelivered(ledger, LAST_DELIVERY_MS);
  for (const talker of talkers) talker.close();
  const stored = await readStored(urlOf(others[0]), participants);
  return {
    ...judgeDrill(ledger, stored, killedAt),
    returned,
    backAfter,
    unheard: missing,
    before: latenciesOf(ledger, direct, { from: started + BEFORE_MS / 3, to: killedAt }),
    meanwhile: latenciesOf(ledger, direct, { from: killedAt, to: backAt }),
    unexpected: ledger.faults(),
    cpuSeconds,
    starved: waitSeconds / backAfter / others.length,
  };
}

/** Connects the talkers. Returns the names of those who are on the other nodes throughout. */
async function connectTalkers(scene: Scene, ledger: DrillLedger): Promise<Set<string>> {
  const { participants, others, proxyUrl, talkers } = scene;
  const direct = new Set<string>();
  for (const [index, participant] of participants.entries()) {
    const isDirect = index % PROXIED_EVERY !== 0;
    const url = isDirect ? urlOf(others[index % others.length]) : proxyUrl;
    if (isDirect) direct.add(participant.person.username);
    const talker = startDrillPerson({ url, client: createClient(url), ledger, ...participant });
    talkers.push(talker);
    await talker.connected;
  }
  return direct;
}

/** Resolves with the next report of a kind. */
async function reported<Kind extends HerdReport['kind']>(
  herd: ChildProcess,
  kind: Kind,
): Promise<Extract<HerdReport, { kind: Kind }>> {
  const isAsked = (report: HerdReport): report is Extract<HerdReport, { kind: Kind }> => report.kind === kind;
  const signal = AbortSignal.timeout(BACK_WITHIN_MS);
  for (;;) {
    const [report] = (await once(herd, 'message', { signal })) as [HerdReport];
    if (isAsked(report)) return report;
  }
}

const sumOf = (pids: readonly number[], secondsOf: (pid: number) => number) =>
  pids.reduce((sum, pid) => sum + secondsOf(pid), 0);

const urlOf = (node: ContenderNode | undefined) => `http://127.0.0.1:${node?.port ?? 0}`;
