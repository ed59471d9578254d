/** The clients of the slow readers' measurement, a process of its own: all talk, then some stop reading. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createLedger } from '../fan-out/message-ledger.ts';
import { openRawClient, type RawClient } from '../fan-out/raw-client.ts';
import type { SlowPlan, SlowReport } from './slow.types.ts';

const CONNECTING_AT_ONCE = 50;
const SENDERS = 20;
const TICK_MS = 5;
/** All are on one. */
const NODE = 0;
/** The longest message that there is, in a script of three bytes a letter: what fills a reader's queue soonest. */
const TEXT = 'यह बात बहुत लंबी है और सब को सुननी है। '.repeat(60).slice(0, 1950);
/** Messages of another run never count as repeats of this one's. */
const RUN = randomUUID();

process.once('message', (plan: SlowPlan) => void run(plan));
process.once('disconnect', () => process.exit());

async function run(plan: SlowPlan): Promise<void> {
  const { room, stopping, seconds } = plan;
  // The ledger hears only those who read all the time, so that both windows ask the same of the same people.
  const readers = room.members.length - stopping;
  const ledger = createLedger('group_message');
  const join = async (place: number): Promise<RawClient> => {
    const { username, token } = room.members[place] ?? { username: '', token: '' };
    const about = { EIO: '4', transport: 'websocket', token, group_id: room.groupId, self: username };
    return openRawClient({
      port: plan.port,
      pathAndQuery: `/group-socket.io/?${new URLSearchParams(about).toString()}`,
      onPacket: (bytes, start, end) => {
        if (place < readers) ledger.take(bytes, start, end, NODE);
      },
      onLost: () => {
        if (place < readers) ledger.noteLost();
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
  // They stop as soon as they are in: who has read for a while is given megabytes by the kernel, which hides them.
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

/** Sends what is due, whatever the answers do. */
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
