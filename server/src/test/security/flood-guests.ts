/** Hostile guests, in a separate process so that their cost does not affect the measuring client: see `floods.ts`. */
import { setTimeout as delay } from 'node:timers/promises';
import { privateSocket } from '@adda/contract/direct';
import { groupSocket } from '@adda/contract/rooms';
import { io, type Socket } from 'socket.io-client';
import { createRandom, type Random } from './random.ts';
import { generateCall } from './generate-call.ts';
import { collectPool } from './pool.ts';
import { callRaw } from './raw-call.ts';
import { frame, openRawConnection, openRawSocket } from './raw-connections.ts';
import { validValue, HOSTILE_TEXTS, shapeOf } from './values.ts';

/** Kinds of floods, each at maximum speed. */
export const FLOODS = ['events', 'packets', 'sockets', 'calls', 'pipelines', 'everything'] as const;
export type Flood = (typeof FLOODS)[number];

/** Parameters of a flood. */
export type FloodPlan = {
  readonly url: string;
  readonly kind: Flood;
  readonly seconds: number;
  readonly groupId: string;
  readonly guests: readonly { readonly username: string; readonly token: string }[];
  /** Usernames to target. */
  readonly names: readonly string[];
};

/** Number of sent events, packets, connections and calls. */
export type FloodCounts = Record<string, number>;

type Guest = FloodPlan['guests'][number];

/** Calls that would end the guest's own session, and with it the flood. */
const ENDS_SESSION = /logout|sessions|password|upgrade|refresh|DELETE \/users|account|guest/;
const CALLS_AT_ONCE = 16;
const SOCKETS_AT_ONCE = 6;
const BURST = 200;

// Other processes import this module for the names of the floods, and have their own messages.
if (process.argv[1] === import.meta.filename) {
  process.once('message', (plan: FloodPlan) => void run(plan));
  process.once('disconnect', () => process.exit());
}

async function run(plan: FloodPlan): Promise<void> {
  const counts: FloodCounts = {};
  const note = (what: string) => (counts[what] = (counts[what] ?? 0) + 1);
  const until = performance.now() + plan.seconds * 1000;
  const isOver = () => performance.now() >= until;
  const random = createRandom(7);
  const pool = collectPool();
  for (const name of plan.names) pool.add('username', name);
  pool.add('group_id', plan.groupId);
  const given: Given = { plan, note, isOver, random, making: { random, pool } };
  const kinds =
    plan.kind === 'everything' ? [events, packets, sockets, calls, pipelines] : [actions[plan.kind]];
  const work = plan.guests.flatMap((guest) => kinds.map((doing) => doing(guest, given)));
  await Promise.race([Promise.all(work), delay((plan.seconds + 2) * 1000)]);
  process.send?.(counts, () => process.exit());
}

type Given = {
  readonly plan: FloodPlan;
  readonly note: (what: string) => number;
  readonly isOver: () => boolean;
  readonly random: Random;
  readonly making: Parameters<typeof generateCall>[0];
};

type FloodAction = (guest: Guest, given: Given) => Promise<void>;

/** Repeats an action concurrently; failures are not counted. */
async function repeat({ isOver }: Given, atOnce: number, once: () => Promise<void>): Promise<void> {
  const loop = async () => {
    while (!isOver()) {
      await once().catch(() => undefined);
      await delay(1);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, loop));
}

const queryOf = ({ username, token }: Guest) => ({ self: username, token });

function open(
  guest: Guest,
  { plan, random }: Given,
): Promise<{ socket: Socket; events: object } | undefined> {
  const isRoom = random.happens(0.4);
  const more = random.happens(0.5) ? { recipient: random.one(plan.names) } : {};
  const query = { ...queryOf(guest), ...(isRoom ? { group_id: plan.groupId } : more) };
  const { path, incoming } = isRoom ? groupSocket : privateSocket;
  const socket = io(plan.url, {
    path,
    query,
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
  });
  return new Promise((answered) => {
    socket.once('connect', () => answered({ socket, events: incoming }));
    socket.once('connect_error', () => {
      socket.disconnect();
      answered(undefined);
    });
  });
}

/** All events of both sockets, and unknown ones, in bursts without waiting. */
const events: FloodAction = (guest, given) =>
  repeat(given, SOCKETS_AT_ONCE, async () => {
    const { random, making, note } = given;
    const opened = await open(guest, given);
    note(opened ? 'sockets' : 'sockets refused');
    if (!opened) return;
    const known = Object.entries(opened.events);
    while (opened.socket.connected && !given.isOver()) {
      for (let sent = 0; sent < BURST; sent += 1) {
        const [name, schema] = random.one(known);
        const isKnown = random.happens(0.9);
        opened.socket.emit(isKnown ? name : `no ${name}`, validValue(shapeOf(schema), making));
        note('events');
      }
      await delay(2);
    }
    opened.socket.disconnect();
  });

/** Packets that Socket.IO's client never sends: pings, binary data, repeated joins, invalid names. */
const packets: FloodAction = (guest, given) =>
  repeat(given, 2, async () => {
    const { random, plan, note } = given;
    const line = await openRawSocket(plan.url, '/socket.io', queryOf(guest));
    line.say(frame('40'));
    const one = random.one([
      frame('x', { opcode: 9 }),
      frame('40'),
      frame('40/nowhere,'),
      frame('3'),
      frame('bAAAA'),
      frame(`42["${random.one(HOSTILE_TEXTS).replace(/["\\\p{Cc}]/gu, '')}",{}]`),
      frame('x'.repeat(60_000), { opcode: 2 }),
    ]);
    for (let sent = 0; sent < BURST * 5; sent += 1) {
      line.say(one);
      note('packets');
    }
    await line.closedWithin(200);
    line.close();
  });

/** As many connections as possible, some of which never authenticate. */
const sockets: FloodAction = (guest, given) => {
  const lines: { close(): void }[] = [];
  return repeat(given, SOCKETS_AT_ONCE, async () => {
    given.note('connections');
    if (given.random.happens(0.5)) return void (await open(guest, given));
    lines.push(await openRawSocket(given.plan.url, '/socket.io', queryOf(guest)));
  });
};

/** All routes, with valid, nearly valid and invalid input. */
const calls: FloodAction = (guest, given) =>
  repeat(given, CALLS_AT_ONCE, async () => {
    const call = generateCall(given.making, guest.token);
    if (ENDS_SESSION.test(call.key)) return;
    const { status } = await callRaw(given.plan.url, call);
    given.note(status === 429 ? 'calls refused' : 'calls');
  });

/** Hundreds of pipelined calls on one connection, without reading responses. */
const pipelines: FloodAction = (guest, given) =>
  repeat(given, 2, async () => {
    const { plan, note } = given;
    const head = `GET /users/me HTTP/1.1\r\nhost: ${new URL(plan.url).host}\r\nx-api-key: adda-web\r\nauthorization: Bearer ${guest.token}\r\n\r\n`;
    const line = openRawConnection(plan.url);
    line.say(head.repeat(BURST));
    note('pipelines');
    await line.closedWithin(500);
    line.close();
  });

const actions: Readonly<Record<Exclude<Flood, 'everything'>, FloodAction>> = {
  events,
  packets,
  sockets,
  calls,
  pipelines,
};
