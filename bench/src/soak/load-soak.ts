/** The clients of the soak in their own process: all users are connected and perform all actions at a steady rate. */
import { HEARTBEAT_MS } from '@adda/contract/direct';
import { setTimeout as delay } from 'node:timers/promises';
import { createCalls, type Call } from './actions.ts';
import { HOURLY, perSecond } from './rates.ts';
import {
  connectUsers,
  randomElement,
  reconnect,
  sendHeartbeat,
  sendMessage,
  sendTyping,
  type Presence,
} from './connections.ts';
import type { SoakAction, SoakCounts, SoakPlan } from './soak.types.ts';

const TICK_MS = 20;
/** Maximum unfinished calls per action; more are skipped, because the server or the machine is too slow. */
const IN_FLIGHT = 10;
const LAST_RESPONSES_MS = 10_000;

process.once('message', (plan: SoakPlan) => void run(plan));
process.once('disconnect', () => process.exit());

async function run(plan: SoakPlan): Promise<void> {
  const tally = createTally();
  const hooks = {
    onConfirmed: ({ isPrivate }: Presence) =>
      tally.end(isPrivate ? 'private messages' : 'room messages', true),
    onError: ({ isPrivate }: Presence, text: string) => {
      tally.report(text);
      tally.end(isPrivate ? 'private messages' : 'room messages', false);
    },
    onLost: () => {
      tally.report('a connection was lost');
      tally.end('reconnects', false);
    },
  };
  const present: Presence[] = [];
  // Started with the first connection: on a busy machine the last one follows much later.
  const heartbeats = setInterval(() => {
    for (const each of present) if (each.isPrivate && each.isOpen) sendHeartbeat(each);
  }, HEARTBEAT_MS);
  await connectUsers(plan.ports, plan.rooms, hooks, present);
  const { calls, close } = createCalls(plan);
  const randomOpen = (isPrivate: boolean) =>
    randomElement(present.filter((each) => each.isOpen && each.isPrivate === isPrivate));
  const callOf = (action: SoakAction): Call | undefined =>
    action === 'reconnects'
      ? async () => {
          await reconnect(randomElement(present.filter((each) => each.isOpen)), hooks);
          return true;
        }
      : calls[action];

  function perform(action: SoakAction): void {
    if (action === 'typing') {
      sendTyping(randomOpen(false));
      return tally.end(action, true);
    }
    // A message sent just before its connection closes may never be confirmed.
    if (action === 'room messages' || action === 'private messages')
      return sendMessage(randomOpen(action === 'private messages'));
    const call = callOf(action);
    if (!call || tally.inFlight(action) >= IN_FLIGHT) return;
    tally.begin(action);
    call().then(
      (isExpected) => tally.end(action, isExpected),
      (error: unknown) => {
        tally.report(String(error));
        tally.end(action, false);
      },
    );
  }

  const stop = startActions(plan, perform);
  process.send?.('connected');
  await delay(plan.seconds * 1000);
  stop();
  clearInterval(heartbeats);
  const deadline = performance.now() + LAST_RESPONSES_MS;
  while (tally.allInFlight() > 0 && performance.now() < deadline) await delay(TICK_MS);
  close();
  for (const each of present) {
    each.isOpen = false;
    each.client.close();
  }
  process.send?.(tally.counts());
}

/** Performs actions at a fixed rate, independent of the responses. */
function startActions({ rooms, pace }: SoakPlan, perform: (action: SoakAction) => void): () => void {
  const people = rooms.reduce((sum, { members }) => sum + members.length, 0);
  const started = performance.now();
  const begun = new Map<SoakAction, number>();
  const timer = setInterval(() => {
    const seconds = (performance.now() - started) / 1000;
    for (const action of Object.keys(HOURLY).filter(isSoakAction)) {
      const due = seconds * perSecond(action, people, pace);
      for (let count = begun.get(action) ?? 0; count < due; count += 1) {
        begun.set(action, count + 1);
        perform(action);
      }
    }
  }, TICK_MS);
  return () => clearInterval(timer);
}

const isSoakAction = (name: string): name is SoakAction => Object.hasOwn(HOURLY, name);

/** Counts actions in flight, completed and failed; logs each distinct error once. */
function createTally() {
  const inFlight = new Map<string, number>();
  const counts = { done: new Map<string, number>(), failed: new Map<string, number>() };
  const reported = new Set<string>();
  const add = (to: Map<string, number>, action: string) => to.set(action, (to.get(action) ?? 0) + 1);
  return {
    begin: (action: SoakAction) => void add(inFlight, action),
    end: (action: SoakAction, isExpected: boolean) => {
      add(isExpected ? counts.done : counts.failed, action);
      inFlight.set(action, Math.max(0, (inFlight.get(action) ?? 0) - 1));
    },
    report: (fault: string) => {
      // Errors are distinguished by their text without message ids.
      const short = fault.replace(/"clientMessageId":"[^"]*",?/, '').slice(0, 160);
      if (reported.size < 20 && !reported.has(short)) console.error(short);
      reported.add(short);
    },
    inFlight: (action: SoakAction) => inFlight.get(action) ?? 0,
    allInFlight: () => [...inFlight.values()].reduce((sum, count) => sum + count, 0),
    counts: (): SoakCounts => ({
      done: Object.fromEntries(counts.done),
      failed: Object.fromEntries(counts.failed),
    }),
  };
}
