import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { makersOf, type Player } from './cast.fixture.ts';
import { FLOODS, type Flood, type FloodCounts, type FloodPlan } from './flood-guests.ts';
import { beNormal } from './normal-person.ts';
import { startProgram, type Program } from './program.fixture.ts';
import { collectFindings, type CheckResult, type Findings } from './security.types.ts';
import { memoryOf } from './well-behaved.ts';

/** How floods are measured. */
export type FloodOptions = {
  /** Settings of the program: where its database and Redis are, if it has any. */
  readonly env: Readonly<Record<string, string>>;
  /** How long each flood lasts. */
  readonly seconds: number;
  /** Several are nodes of one installation, each with its share of the people and of the guests. */
  readonly nodes?: number;
};

/** What normal people waited, in milliseconds, and the most memory that a node held afterwards, in bytes. */
type FloodFigures = {
  readonly kind: Flood;
  readonly p50: number;
  readonly p99: number;
  readonly memory: number;
  readonly counts: FloodCounts;
};

/**
 * What floods did; `quietP99` is the wait without one. In bytes, the most of any node: `grew` is what is held more than
 * before once garbage is collected, `resident` how far the process grew meanwhile.
 */
export type FloodRun = {
  readonly quietP99: number;
  readonly floods: readonly FloodFigures[];
  readonly grew: number;
  readonly resident: number;
  /** Normal people who were refused or cut off, and what else must not happen whatever the machine. */
  readonly findings: readonly string[];
};

const GUESTS = 10;
const NORMAL_PEOPLE = 4;
/** The most that the memory which is held may grow. */
export const FLOOD_GROWS_BYTES = 100 * 1024 * 1024;
/** How many times as long a normal person may wait under a flood as without one; what is below the floor is not felt. */
export const FLOOD_SLOWER = 3;
const FLOOR_MS = 100;

const mb = (bytes: number) => Math.round(bytes / 1024 / 1024);

const percentile = (times: readonly number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;

/** Lets the guests do one kind of flood; at low priority, since they would not be on the server's machine. */
async function flood(plan: FloodPlan): Promise<FloodCounts> {
  const child = fork(path.join(import.meta.dirname, 'flood-guests.ts'));
  if (child.pid !== undefined) setPriority(child.pid, 10);
  child.send(plan);
  const exit = once(child, 'exit');
  let counts: FloodCounts = {};
  child.once('message', (told: FloodCounts) => (counts = told));
  await exit;
  return counts;
}

/** People in one room who go on as ever, and guests who are in it too. */
async function gather(programs: readonly Program[], findings: Findings) {
  const [{ url } = { url: '' }] = programs;
  const { client, register, guest } = makersOf(url, []);
  const people: Player[] = [];
  for (let made = 0; made < NORMAL_PEOPLE; made += 1) people.push(await register('normal'));
  const guests: Player[] = [];
  for (let made = 0; made < GUESTS; made += 1) guests.push(await guest());
  const [founder] = people;
  const body = { name: 'The flood' };
  const { data } = await client('POST /groupchat/groups/create', { body }, founder);
  const groupId = data.group_id;
  for (const { token } of [...people.slice(1), ...guests])
    await client('POST /groupchat/groups/join', { body: { group_id: groupId } }, { token });
  const nodeOf = (place: number) => programs[place % programs.length]?.url ?? url;
  const normal = people.map((person, place) => beNormal(nodeOf(place), person, groupId, findings));
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
 * Ten hostile guests with every event of both sockets, every route, connections, packets and pipelines, each alone and all
 * together, against a program with its usual limits; normal people go on meanwhile (SV-103).
 */
export async function measureFloods({ env, seconds, nodes = 1 }: FloodOptions): Promise<FloodRun> {
  const findings = collectFindings();
  const programs = await startNodes(env, nodes);
  try {
    const { normal, plans } = await gather(programs, findings);
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

/** Whether floods are felt. Times and memory are judged where `patient`: a short run among others says nothing of them. */
export async function checkFloods({
  patient,
  ...options
}: FloodOptions & { readonly patient: boolean }): Promise<CheckResult> {
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
    findings: [...run.findings, ...(patient ? [...slow, ...large] : [])],
    notReached: [],
    figures: figuresOf(run),
  };
}
