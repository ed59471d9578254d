/** The load generator in its own process: connects all members, sends as planned, and counts. */
import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { LoadPlan, LoadReport, LoadResult } from './fan-out.types.ts';
import { createLedger } from './message-ledger.ts';
import type { Origin } from './message-ledger.ts';
import { handshakePath, openRawClient } from './raw-client.ts';
import type { RawClient } from './raw-client.ts';

const TEXT = 'A message as people write them, long enough to say something and short enough to read. '.repeat(
  2,
);
const CONNECTING_AT_ONCE = 50;
const CALM_TICK_MS = 5;
/** Waiting time for messages in flight at the end. */
const LAST_ARRIVALS_MS = 10_000;
const POLL_MS = 20;
/** Unique per run, so that messages of another run never count as duplicates. */
const RUN = randomUUID();

/** `to` contains the room or the recipient, as in the message. */
type Sender = {
  readonly client: RawClient;
  readonly to: Readonly<Record<string, string>>;
  readonly origin: Origin;
};

process.once('message', (plan: LoadPlan) => void run(plan));
process.once('disconnect', () => process.exit());

async function run(plan: LoadPlan): Promise<void> {
  const event = plan.isPrivate ? 'message' : 'group_message';
  const ledger = createLedger(event);
  let isSending = true;
  const send = ({ client, to, origin }: Sender) => {
    const id = ledger.begin(origin);
    const message = {
      ...to,
      content: TEXT,
      timestamp: new Date().toISOString(),
      clientMessageId: `${ledger.textOf(id)}-${RUN}`,
    };
    const acknowledgement = plan.protocol === 'ack' ? String(id) : '';
    client.send(`2${acknowledgement}${JSON.stringify([event, message])}`);
  };
  const senders = await connectAll(plan, ledger, (sender) => {
    if (plan.mode.kind === 'full' && isSending) send(sender);
  });
  const stop = startSending(plan, senders, send);
  await delay(plan.warmUpSeconds * 1000);
  const opened = performance.now();
  ledger.openWindow();
  report({ kind: 'window_opened' });
  await delay(plan.seconds * 1000);
  const counts = ledger.closeWindow();
  const window = { seconds: (performance.now() - opened) / 1000, ...counts };
  report({ kind: 'window_closed' });
  isSending = false;
  stop();
  const deadline = performance.now() + LAST_ARRIVALS_MS;
  while (ledger.incomplete() > 0 && performance.now() < deadline) await delay(POLL_MS);
  const result: LoadResult = { ...window, undelivered: ledger.incomplete() };
  report({ kind: 'ended', result });
}

/** Connects all members, neighbours to different nodes; the first of each room send. */
async function connectAll(
  plan: LoadPlan,
  ledger: ReturnType<typeof createLedger>,
  onConfirmed: (sender: Sender) => void,
): Promise<Sender[]> {
  const senders: Sender[] = [];
  const joins = plan.rooms.flatMap(({ groupId, members }, room) => {
    // Rooms also start at different nodes, so that an odd number of senders is balanced over all rooms.
    const nodes = members.map((_member, index) => (index + room) % plan.ports.length);
    return members.map((member, index) => async () => {
      const node = nodes[index] ?? 0;
      const to: Sender['to'] = plan.isPrivate
        ? { recipient: members.find((other) => other !== member)?.username ?? '' }
        : { group_id: groupId };
      let sender: Sender | undefined;
      const client = await openRawClient({
        port: plan.ports[node] ?? 0,
        pathAndQuery: handshakePath(to, member),
        onPacket: (bytes, start, end) => {
          if (ledger.take(bytes, start, end, node) === 'confirmation' && sender) onConfirmed(sender);
        },
        onLost: ledger.noteLost,
      });
      if (index >= plan.sendersPerRoom) return;
      const membersNear = nodes.filter((each) => each === node).length;
      sender = { client, to, origin: { node, membersNear, membersFar: nodes.length - membersNear } };
      senders.push(sender);
    });
  });
  while (joins.length > 0) await Promise.all(joins.splice(0, CONNECTING_AT_ONCE).map((join) => join()));
  return senders;
}

/**
 * Full load keeps a constant number of messages in flight; light load sends at a fixed rate, independent of the
 * responses.
 */
function startSending(
  plan: LoadPlan,
  senders: readonly Sender[],
  send: (sender: Sender) => void,
): () => void {
  if (plan.mode.kind === 'full') {
    for (let round = 0; round < plan.mode.inFlight; round += 1) senders.forEach(send);
    return () => undefined;
  }
  const { perSecond } = plan.mode;
  const started = performance.now();
  let sent = 0;
  const timer = setInterval(() => {
    const due = ((performance.now() - started) / 1000) * perSecond;
    for (; sent < due; sent += 1) {
      const sender = senders[sent % senders.length];
      if (sender) send(sender);
    }
  }, CALM_TICK_MS);
  return () => clearInterval(timer);
}

function report(message: LoadReport): void {
  process.send?.(message);
}
