import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { makersOf, type Player } from './run-users.fixture.ts';
import { FLOODS, type Flood, type FloodCounts, type FloodPlan } from './flood-guests.ts';
import { simulateUser } from './normal-user.ts';
import { startProgram, type Program } from './program.fixture.ts';
import { collectFindings, type CheckResult, type Findings } from './security.types.ts';
import { memoryOf } from './well-behaved.ts';

/** Options of the flood measurement. */
export type FloodOptions = {
  /** Settings of the program: addresses of its database and Redis, if any. */
  readonly env: Readonly<Record<string, string>>;
  /** Duration of each flood. */
  readonly seconds: number;
  /** Number of nodes; users and guests are distributed over them. */
  readonly nodes?: number;
};

/** Latency of normal users in milliseconds, and the maximum memory of a node afterwards in bytes. */
type FloodFigures = {
  readonly kind: Flood;
  readonly p50: number;
  readonly p99: number;
  readonly memory: number;
  readonly counts: FloodCounts;
};

/**
 * Results of all floods; `quietP99` is the latency without one. In bytes, the maximum over all nodes: `grew` is the
 * growth of the memory in use after garbage collection, `resident` the growth of the process.
 */
export type FloodRun = {
  readonly quietP99: number;
  readonly floods: readonly FloodFigures[];
  readonly grew: number;
  readonly resident: number;
  /** Normal users who were refused or disconnected, and other failures that do not depend on the machine. */
  readonly findings: readonly string[];
};

const GUESTS = 10;
const NORMAL_PEOPLE = 4;
/** Maximum growth of the memory in use. */
export const FLOOD_GROWS_BYTES = 100 * 1024 * 1024;
/** Maximum ratio of a normal user's latency with and without a flood; values below the floor are ignored. */
export const FLOOD_SLOWER = 3;
const FLOOR_MS = 100;

const mb = (bytes: number) => Math.round(bytes / 1024 / 1024);

const percentile = (times: readonly number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;

/** Runs one kind of flood; at low priority, because real attackers use other machines. */
async function flood(plan: FloodPlan): Promise<FloodCounts> {
  const child = fork(path.join(import.meta.dirname, 'flood-guests.ts'));
  if (child.pid !== undefined) setPriority(child.pid, 10);
  child.send(plan);
  const exit = once(child, 'exit');
  let counts: FloodCounts = {};
  child.once('message', (message: FloodCounts) => (counts = message));
  await exit;
  return counts;
}

/** Creates normal users in one room, and guests who are members too. */
async function createParticipants(programs: readonly Program[], findings: Findings) {
  const [{ url } = { url: '' }] = programs;
  const { client, register, guest } = makersOf(url, []);
  const people: Player[] = [];
  for (let made = 0; made < NORMAL_PEOPLE; made += 1) people.push(await register('normal'));
  const guests: Player[] = [];
  for (let made = 0; made < GUESTS; made += 1) guests.push(await guest());
  const [founder] = people;
  const body = { name: `The flood on ${programs.length}` };
  const { data } = await client('POST /groupchat/groups/create', { body }, founder);
  const groupId = data.group_id;
  for (const { token } of [...people.slice(1), ...guests])
    await client('POST /groupchat/groups/join', { body: { group_id: groupId } }, { token });
  const nodeOf = (place: number) => programs[place % programs.length]?.url ?? url;
  const normal = people.map((person, place) => simulateUser(nodeOf(place), person, groupId, findings));
  const names = people.map(({ username }) => username);
  const plans = programs.map((program, node) => ({
    url: program.url,
    groupId,
    names,
    guests: guests.filter((_guest, place) => place % programs.length === node),
  }));
  return { normal, plans };
}

const sum = (all: readonly FloodCounts[]): FloodCounts => {
  const counts: FloodCounts = {};
  for (const each of all)
    for (const [what, count] of Object.entries(each)) counts[what] = (counts[what] ?? 0) + count;
  return counts;
};

async function startNodes(env: FloodOptions['env'], nodes: number): Promise<Program[]> {
  const programs: Program[] = [];
  const settings = { ...env, RATE_LIMITS: 'on', LOG_LEVEL: 'warn', TRUST_PROXY: '1' };
  for (let node = 0; node < nodes; node += 1) programs.push(await startProgram(settings));
  return programs;
}

/**
 * Ten hostile guests use all events of both sockets, all routes, connections, packets and pipelines, each kind alone
 * and all together, against a program with default limits, while normal users continue (SV-103).
 */
export async function measureFloods({ env, seconds, nodes = 1 }: FloodOptions): Promise<FloodRun> {
  const findings = collectFindings();
  const programs = await startNodes(env, nodes);
  try {
    const { normal, plans } = await createParticipants(programs, findings);
    const take = () => normal.flatMap((one) => one.take());
    await delay(2000);
    take();
    await delay(seconds * 1000);
    const quietP99 = percentile(take(), 0.99);
    const memoriesHeld = () => Promise.all(programs.map((program) => program.memoryHeld()));
    const memoriesResident = () => programs.map(({ pid }) => memoryOf(pid) ?? 0);
    const [heldBefore, residentBefore] = [await memoriesHeld(), memoriesResident()];
    let grew = 0;
    let resident = 0;
    const watch = setInterval(() => {
      for (const [node, memory] of memoriesResident().entries())
        resident = Math.max(resident, memory - (residentBefore[node] ?? 0));
    }, 100);
    const floods: FloodFigures[] = [];
    for (const kind of FLOODS) {
      const counts = sum(await Promise.all(plans.map((plan) => flood({ ...plan, kind, seconds }))));
      const times = take();
      const held = await memoriesHeld();
      const memory = Math.max(...held);
      for (const [node, bytes] of held.entries()) grew = Math.max(grew, bytes - (heldBefore[node] ?? 0));
      take();
      floods.push({ kind, p50: percentile(times, 0.5), p99: percentile(times, 0.99), memory, counts });
      if (Object.keys(counts).length === 0) findings.add('a flood sent nothing', kind);
    }
    clearInterval(watch);
    for (const one of normal) await one.end();
    for (const { ended } of programs)
      if (ended() !== undefined) findings.add('the program ended', String(ended()));
    return { quietP99, floods, grew, resident, findings: findings.list() };
  } finally {
    for (const program of programs) await program.stop();
  }
}

function figuresOf({ quietP99, floods, grew, resident }: FloodRun): string[] {
  const lines = floods.map(({ kind, p50, p99, memory, counts }) => {
    const sent = Object.entries(counts).map(([what, count]) => `${count} ${what}`);
    return `${kind}: p50 ${Math.round(p50)} ms, p99 ${Math.round(p99)} ms, memory held ${mb(memory)} MB (${sent.join(', ')})`;
  });
  return [
    `quiet p99 ${Math.round(quietP99)} ms`,
    ...lines,
    `memory held grew by at most ${mb(grew)} MB, the process by ${mb(resident)} MB`,
  ];
}

/**
 * Checks the effect of floods. Times and memory are judged only if `isLongRun`: a short run next to others is not
 * conclusive.
 */
export async function checkFloods({
  isLongRun,
  ...options
}: FloodOptions & { readonly isLongRun: boolean }): Promise<CheckResult> {
  const run = await measureFloods(options);
  const { quietP99, floods, grew } = run;
  const slow = floods
    .filter(({ p99 }) => p99 > Math.max(FLOOR_MS, FLOOD_SLOWER * quietP99))
    .map(
      ({ kind, p99 }) =>
        `normal people wait: ${kind}: p99 ${Math.round(p99)} ms, quiet ${Math.round(quietP99)} ms`,
    );
  const large = grew > FLOOD_GROWS_BYTES ? [`memory held grew by ${mb(grew)} MB`] : [];
  const { nodes = 1 } = options;
  return {
    name: nodes === 1 ? 'floods' : `floods on ${nodes} nodes`,
    tried: FLOODS.length,
    findings: [...run.findings, ...(isLongRun ? [...slow, ...large] : [])],
    notReached: [],
    figures: figuresOf(run),
  };
}
