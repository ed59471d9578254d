import { performance } from 'node:perf_hooks';

const ID_DIGITS = 8;
const ID_MARK = Buffer.from('"clientMessageId":"');
const EVENT = 0x32;
const ACKNOWLEDGEMENT = 0x33;
const GROUP_MESSAGE = Buffer.from('["group_message"');
const CONFIRMATION = Buffer.from('["message_confirmation"');

/** Counts confirmations and deliveries, and how long each message takes until its last member has it. */
export function createLedger(membersPerRoom: number) {
  const sentAt: number[] = [];
  const missing: number[] = [];
  let latencies: number[] = [];
  let confirmed = 0;
  let deliveries = 0;
  let errors = 0;

  function deliver(bytes: Buffer, start: number): void {
    deliveries += 1;
    const id = readId(bytes, start);
    const left = (missing[id] ?? 0) - 1;
    missing[id] = left;
    if (left === 0) latencies.push(performance.now() - (sentAt[id] ?? 0));
  }

  return {
    /** Notes a message that is about to be sent and returns its id. */
    begin: (): string => {
      sentAt.push(performance.now());
      missing.push(membersPerRoom);
      return String(sentAt.length - 1).padStart(ID_DIGITS, '0');
    },
    /** Takes note of a Socket.IO packet. */
    take: (bytes: Buffer, start: number, end: number): 'delivery' | 'confirmation' | 'other' => {
      if (bytes[start] === EVENT && hasAt(bytes, start + 1, GROUP_MESSAGE)) {
        deliver(bytes, start);
        return 'delivery';
      }
      if (bytes[start] === ACKNOWLEDGEMENT || hasAt(bytes, start + 1, CONFIRMATION)) {
        confirmed += 1;
        return 'confirmation';
      }
      errors += 1;
      if (errors === 1) console.error(bytes.toString('utf8', start, end));
      return 'other';
    },
    openWindow: () => {
      latencies = [];
      confirmed = 0;
      deliveries = 0;
    },
    closeWindow: () => ({ confirmed, deliveries, errors, latency: percentiles(latencies) }),
  };
}

function hasAt(bytes: Buffer, offset: number, mark: Buffer): boolean {
  return bytes.compare(mark, 0, mark.length, offset, offset + mark.length) === 0;
}

/** Ids have a fixed number of digits, so that they are read without parsing the message. */
function readId(bytes: Buffer, start: number): number {
  const first = bytes.indexOf(ID_MARK, start) + ID_MARK.length;
  let id = 0;
  for (let offset = first; offset < first + ID_DIGITS; offset += 1)
    id = id * 10 + (bytes[offset] ?? 0) - 0x30;
  return id;
}

function percentiles(values: readonly number[]) {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}
