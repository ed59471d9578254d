/** The load generator, a process of its own: connects all members, sends as planned, and counts. */
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { LoadPlan, LoadReport, LoadResult } from './fan-out.types.ts';
import { createLedger } from './message-ledger.ts';
import { openRawClient } from './raw-client.ts';
import type { OnPacket, RawClient } from './raw-client.ts';

const TEXT = 'A message as people write them, long enough to say something and short enough to read. '.repeat(
  2,
);
const CONNECTING_AT_ONCE = 50;
const CALM_TICK_MS = 5;
/** For reports to reach the parent. */
const SETTLE_MS = 100;

type Sender = { readonly client: RawClient; readonly group: string };

process.once('message', (plan: LoadPlan) => {
  void run(plan).then(() => process.exit());
});

async function run(plan: LoadPlan): Promise<void> {
  const ledger = createLedger(plan.membersPerRoom);
  const senders = await connectAll(plan, ledger, (sender) => {
    if (plan.mode.kind === 'full') send(sender);
  });
  const send = ({ client, group }: Sender) => {
    const id = ledger.begin();
    const message = {
      group_id: group,
      content: TEXT,
      timestamp: new Date().toISOString(),
      clientMessageId: id,
    };
    const acknowledgement = plan.protocol === 'ack' ? String(Number(id)) : '';
    client.send(`2${acknowledgement}${JSON.stringify(['group_message', message])}`);
  };
  const stop = startSending(plan, senders, send);
  await delay(plan.warmUpSeconds * 1000);
  const opened = performance.now();
  ledger.openWindow();
  report({ kind: 'window_opened' });
  await delay(plan.seconds * 1000);
  const counts = ledger.closeWindow();
  const result: LoadResult = { seconds: (performance.now() - opened) / 1000, ...counts };
  report({ kind: 'window_closed', result });
  stop();
  await delay(SETTLE_MS);
}

/** Joins every member; the first of each room send. */
async function connectAll(
  plan: LoadPlan,
  ledger: ReturnType<typeof createLedger>,
  onConfirmed: (sender: Sender) => void,
): Promise<Sender[]> {
  const senders: Sender[] = [];
  const joins: (() => Promise<void>)[] = [];
  for (let member = 0; member < plan.membersPerRoom; member += 1) {
    for (let room = 0; room < plan.rooms; room += 1) {
      const group = `g${room}`;
      joins.push(async () => {
        let sender: Sender | undefined;
        const onPacket: OnPacket = (bytes, start, end) => {
          if (ledger.take(bytes, start, end) === 'confirmation' && sender) onConfirmed(sender);
        };
        const client = await openRawClient(
          plan.port,
          handshakePath(plan, group, `m${room}x${member}`),
          onPacket,
        );
        if (member >= plan.sendersPerRoom) return;
        sender = { client, group };
        senders.push(sender);
      });
    }
  }
  while (joins.length > 0) await Promise.all(joins.splice(0, CONNECTING_AT_ONCE).map((join) => join()));
  return senders;
}

function handshakePath(plan: LoadPlan, group: string, self: string): string {
  const query = new URLSearchParams({
    EIO: '4',
    transport: 'websocket',
    ...plan.query,
    group_id: group,
    self,
  });
  return `/group-socket.io/?${query.toString()}`;
}

/** Full load keeps the agreed number under way from here on; calm sends what is due, whatever the answers do. */
function startSending(
  plan: LoadPlan,
  senders: readonly Sender[],
  send: (sender: Sender) => void,
): () => void {
  if (plan.mode.kind === 'full') {
    for (let round = 0; round < plan.mode.underWay; round += 1) senders.forEach(send);
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
