/**
 * The people of the node that is killed, in their own process: they are connected, reply to pings, and come back like the web
 * client (GC-43), to one of the other nodes, as through a proxy that has noticed.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { GROUP_RECONNECT_DELAY_MS } from '@adda/contract/rooms';
import type { User } from '../dataset/dataset.types.ts';
import {
  handshakePath,
  localAddressOf,
  openRawClient,
  RefusedError,
  type RawClient,
} from '../fan-out/raw-client.ts';
import { percentilesOf } from '../measure/percentile.ts';
import type { HerdPlan, HerdReport, HerdRequest } from './herd.types.ts';

const CONNECTING_AT_ONCE = 50;
const LOOK_EVERY_MS = 50;
const ROLL_CALL_MS = 20_000;
const ROLL_CALL = 'roll call';

type Person = User & {
  readonly groupId: string;
  localAddress: string | undefined;
  client: RawClient | undefined;
  lostAt: number;
  backAfterMs: number;
  refusals: number;
  hasHeard: boolean;
};

const counts = { refusals: 0, failures: 0, untimed: 0 };
let people: readonly Person[] = [];
let otherPorts: readonly number[] = [];

process.on('message', (request: HerdRequest) => {
  if (request.kind === 'connect') void connectAll(request.plan);
  else void callRoll();
});
process.once('disconnect', () => process.exit());

const report = (sent: HerdReport) => process.send?.(sent);

async function connectAll(plan: HerdPlan): Promise<void> {
  const { port, rooms } = plan;
  otherPorts = plan.otherPorts;
  people = rooms.flatMap(({ groupId, members }) => members.map((member) => personOf(groupId, member)));
  for (const [index, person] of people.entries()) person.localAddress = localAddressOf(index);
  for (let from = 0; from < people.length; from += CONNECTING_AT_ONCE)
    await Promise.all(people.slice(from, from + CONNECTING_AT_ONCE).map((person) => connect(person, port)));
  report({ kind: 'connected' });
  await untilAllAreBack();
}

function personOf(groupId: string, { username, token }: User): Person {
  const none = { client: undefined, lostAt: 0, backAfterMs: 0, refusals: 0, hasHeard: false };
  return { groupId, username, token, localAddress: undefined, ...none };
}

async function connect(person: Person, port: number): Promise<void> {
  const { groupId, localAddress } = person;
  person.client = await openRawClient({
    port,
    pathAndQuery: handshakePath({ group_id: groupId }, person),
    localAddress,
    onPacket: (bytes, start, end) => {
      if (!person.hasHeard && bytes.toString('latin1', start, end).includes(ROLL_CALL))
        person.hasHeard = true;
    },
    onLost: () => {
      if (!person.client) return;
      person.client = undefined;
      person.lostAt = performance.now();
      void comeBack(person);
    },
  });
}

/** Tries until it is connected, each time after a second, half of it more or less, or after the time that the server tells. */
async function comeBack(person: Person): Promise<void> {
  let waitMs = GROUP_RECONNECT_DELAY_MS * (0.5 + Math.random());
  while (!person.client) {
    await delay(waitMs);
    const port = otherPorts[Math.floor(Math.random() * otherPorts.length)] ?? 0;
    try {
      await connect(person, port);
    } catch (error) {
      waitMs = waitAfter(error, person);
    }
  }
  person.backAfterMs = performance.now() - person.lostAt;
}

/** The library repeats a failed connection after its own delay, the web client a refused one after the told time. */
function waitAfter(error: unknown, person: Person): number {
  if (!(error instanceof RefusedError)) {
    counts.failures += 1;
    return GROUP_RECONNECT_DELAY_MS * (0.5 + Math.random());
  }
  counts.refusals += 1;
  person.refusals += 1;
  const { retry_after: retryAfter } = error.data;
  if (typeof retryAfter !== 'number') counts.untimed += 1;
  return Math.max(GROUP_RECONNECT_DELAY_MS, Number(retryAfter ?? 0) * 1000);
}

async function untilAllAreBack(): Promise<void> {
  while (!people.every(({ client, backAfterMs }) => client && backAfterMs > 0)) await delay(LOOK_EVERY_MS);
  const at = percentilesOf(people.map(({ backAfterMs }) => backAfterMs / 1000));
  const mostRefusals = people.reduce((most, { refusals }) => Math.max(most, refusals), 0);
  report({
    kind: 'back',
    result: { p50: at(0.5), p99: at(0.99), longest: at(1), mostRefusals, ...counts },
  });
}

/** One member of each room says something, and every member has to hear it, on whichever node they are. */
async function callRoll(): Promise<void> {
  const speakers = new Map(people.map((person) => [person.groupId, person]));
  for (const { groupId, client } of speakers.values()) {
    const message = { group_id: groupId, content: ROLL_CALL, clientMessageId: randomUUID() };
    client?.send(`2${JSON.stringify(['group_message', message])}`);
  }
  const deadline = performance.now() + ROLL_CALL_MS;
  const missing = () => people.filter(({ hasHeard }) => !hasHeard).length;
  while (missing() > 0 && performance.now() < deadline) await delay(LOOK_EVERY_MS);
  report({ kind: 'roll call', missing: missing() });
}
