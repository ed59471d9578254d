/** The clients of the slow-reader measurement, in their own process. Some of them connect later and stop reading. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createLedger } from '../fan-out/message-ledger.ts';
import { openRawClient, type RawClient } from '../fan-out/raw-client.ts';
import type { SlowPlan, SlowReport } from './slow.types.ts';

const CONNECTING_AT_ONCE = 50;
const SENDERS = 20;
const TICK_MS = 5;
/** There is a single node. */
const NODE = 0;
/** A message of the maximum length, in a script with three bytes per letter, which fills a reader's queue fastest. */
const TEXT = 'यह बात बहुत लंबी है और सब को सुननी है। '.repeat(60).slice(0, 1950);
/** Unique per run, so that messages of another run never count as duplicates. */
const RUN = randomUUID();

process.once('message', (plan: SlowPlan) => void run(plan));
process.once('disconnect', () => process.exit());

async function run(plan: SlowPlan): Promise<void> {
  const { room, stopping, seconds } = plan;
  // The ledger counts only clients that read all the time, so that both windows measure the same clients.
  const readers = room.members.length - stopping;
  const ledger = createLedger('group_message');
  const join = async (index: number): Promise<RawClient> => {
    const { username, token } = room.members[index] ?? { username: '', token: '' };
    const parameters = { EIO: '4', transport: 'websocket', token, group_id: room.groupId, self: username };
    return openRawClient({
      port: plan.port,
      pathAndQuery: `/group-socket.io/?${new URLSearchParams(parameters).toString()}`,
      onPacket: (bytes, start, end) => {
        if (index < readers) ledger.take(bytes, start, end, NODE);
      },
      onLost: () => {
        if (index < readers) ledger.noteLost();
      },
    });
  };
  const clients: RawClient[] = [];
  while (clients.length < readers) {
    const count = Math.min(CONNECTING_AT_ONCE, readers - clients.length);
    clients.push(
      ...(await Promise.all(Array.from({ length: count }, (_, next) => join(clients.length + next)))),
    );
  }

  const stopSending = startSending(plan, clients.slice(0, SENDERS), () =>
    ledger.textOf(ledger.begin({ node: NODE, membersNear: readers, membersFar: 0 })),
  );
  await delay(plan.warmUpSeconds * 1000);
  report({ kind: 'window_opened' });
  ledger.openWindow();
  await delay(seconds * 1000);
  const before = ledger.closeWindow();
  ledger.openWindow();
  // They stop immediately after connecting: for a client that has read for a while the kernel grows its buffers to
  // megabytes, which would hide the effect.
  const ports = await Promise.all(
    Array.from({ length: stopping }, async (_, next) => {
      const client = await join(readers + next);
      client.pause();
      return client.localPort();
    }),
  );
  report({ kind: 'stopped', ports });
  await delay(seconds * 1000);
  const during = ledger.closeWindow();
  stopSending();
  report({ kind: 'ended', before, during });
}

/** Sends at a fixed rate, independent of the responses. */
function startSending(
  { room, protocol, messagesPerSecond }: SlowPlan,
  senders: readonly RawClient[],
  begin: () => string,
): () => void {
  const started = performance.now();
  let sent = 0;
  const timer = setInterval(() => {
    const due = ((performance.now() - started) / 1000) * messagesPerSecond;
    for (; sent < due; sent += 1) {
      const id = begin();
      const message = {
        group_id: room.groupId,
        content: TEXT,
        timestamp: new Date().toISOString(),
        clientMessageId: `${id}-${RUN}`,
      };
      const acknowledgement = protocol === 'ack' ? String(sent) : '';
      senders[sent % senders.length]?.send(
        `2${acknowledgement}${JSON.stringify(['group_message', message])}`,
      );
    }
  }, TICK_MS);
  return () => clearInterval(timer);
}

function report(message: SlowReport): void {
  process.send?.(message);
}
