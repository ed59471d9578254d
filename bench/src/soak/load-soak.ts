/** The clients of the soak in their own process: all users are connected and perform all actions at a steady rate. */
import { HEARTBEAT_MS } from '@adda/contract/direct';
import { setTimeout as delay } from 'node:timers/promises';
import { createCalls, type Call } from './doings.ts';
import { HOURLY, perSecond } from './paces.ts';
import { anyOf, beat, connectEverybody, reconnect, say, type, type Presence } from './people.ts';
import type { Doing, SoakCounts, SoakPlan } from './soak.types.ts';

const TICK_MS = 20;
/** Limit of actions in flight; above it actions are skipped, because the server or the machine is too slow. */
const UNDER_WAY = 10;
const LAST_ANSWERS_MS = 10_000;

process.once('message', (plan: SoakPlan) => void run(plan));
process.once('disconnect', () => process.exit());

async function run(plan: SoakPlan): Promise<void> {
  const tally = createTally();
  const hooks = {
    onConfirmed: ({ isPrivate }: Presence) =>
      tally.end(isPrivate ? 'private messages' : 'room messages', true),
    onError: ({ isPrivate }: Presence, text: string) => {
      tally.tell(text);
      tally.end(isPrivate ? 'private messages' : 'room messages', false);
    },
    onLost: () => {
      tally.tell('a connection was lost');
      tally.end('reconnects', false);
    },
  };
  const present: Presence[] = [];
  // Started with the first connection: on a busy machine the last one follows much later.
  const beats = setInterval(() => {
    for (const each of present) if (each.isPrivate && each.isOpen) beat(each);
  }, HEARTBEAT_MS);
  await connectEverybody(plan.port, plan.rooms, hooks, present);
  const { calls, close } = createCalls(plan);
  const open = (isPrivate: boolean) =>
    anyOf(present.filter((each) => each.isOpen && each.isPrivate === isPrivate));
  const anyCall = (doing: Doing): Call | undefined =>
    doing === 'reconnects'
      ? async () => {
          await reconnect(plan.port, anyOf(present.filter((each) => each.isOpen)), hooks);
          return true;
        }
      : calls[doing];

  function act(doing: Doing): void {
    if (doing === 'typing') {
      type(open(false));
      return tally.end(doing, true);
    }
    // A message sent just before its connection closes may never be confirmed.
    if (doing === 'room messages' || doing === 'private messages')
      return say(open(doing === 'private messages'));
    const call = anyCall(doing);
    if (!call || tally.underWay(doing) >= UNDER_WAY) return;
    tally.begin(doing);
    call().then(
      (isRight) => tally.end(doing, isRight),
      (error: unknown) => {
        tally.tell(String(error));
        tally.end(doing, false);
      },
    );
  }

  const stop = startActing(plan, act);
  process.send?.('connected');
  await delay(plan.seconds * 1000);
  stop();
  clearInterval(beats);
  const deadline = performance.now() + LAST_ANSWERS_MS;
  while (tally.allUnderWay() > 0 && performance.now() < deadline) await delay(TICK_MS);
  close();
  for (const each of present) {
    each.isOpen = false;
    each.client.close();
  }
  process.send?.(tally.counts());
}

/** Performs actions at a fixed rate, independent of the responses. */
function startActing({ rooms, pace }: SoakPlan, act: (doing: Doing) => void): () => void {
  const people = rooms.reduce((sum, { members }) => sum + members.length, 0);
  const started = performance.now();
  const begun = new Map<Doing, number>();
  const timer = setInterval(() => {
    const seconds = (performance.now() - started) / 1000;
    for (const doing of Object.keys(HOURLY).filter(isDoing)) {
      const due = seconds * perSecond(doing, people, pace);
      for (let count = begun.get(doing) ?? 0; count < due; count += 1) {
        begun.set(doing, count + 1);
        act(doing);
      }
    }
  }, TICK_MS);
  return () => clearInterval(timer);
}

const isDoing = (name: string): name is Doing => Object.hasOwn(HOURLY, name);

/** Counts actions in flight, completed and failed; logs each distinct error once. */
function createTally() {
  const underWay = new Map<string, number>();
  const counts = { done: new Map<string, number>(), failed: new Map<string, number>() };
  const told = new Set<string>();
  const add = (to: Map<string, number>, doing: string) => to.set(doing, (to.get(doing) ?? 0) + 1);
  return {
    begin: (doing: Doing) => void add(underWay, doing),
    end: (doing: Doing, isRight: boolean) => {
      add(isRight ? counts.done : counts.failed, doing);
      underWay.set(doing, Math.max(0, (underWay.get(doing) ?? 0) - 1));
    },
    tell: (fault: string) => {
      // Errors are distinguished by their text without message ids.
      const short = fault.replace(/"clientMessageId":"[^"]*",?/, '').slice(0, 160);
      if (told.size < 20 && !told.has(short)) console.error(short);
      told.add(short);
    },
    underWay: (doing: Doing) => underWay.get(doing) ?? 0,
    allUnderWay: () => [...underWay.values()].reduce((sum, count) => sum + count, 0),
    counts: (): SoakCounts => ({
      done: Object.fromEntries(counts.done),
      failed: Object.fromEntries(counts.failed),
    }),
  };
}
