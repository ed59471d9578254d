import { performance } from 'node:perf_hooks';

const ID_DIGITS = 8;
const ID_MARK = Buffer.from('"clientMessageId":"');
const EVENT = 0x32;
const ACKNOWLEDGEMENT = 0x33;
const CONFIRMATION = Buffer.from('["message_confirmation"');
const ERROR = Buffer.from('["error"');

/** Counts confirmations and deliveries, and how long each message takes until its last member has it. */
export function createLedger(membersPerRoom: number, event: 'group_message' | 'message') {
  const delivery = Buffer.from(`["${event}"`);
  const sentAt: number[] = [];
  const missing: number[] = [];
  let latencies: number[] = [];
  let confirmed = 0;
  let deliveries = 0;
  let errors = 0;
  let complete = 0;

  const readId = createIdReader();

  function deliver(bytes: Buffer, start: number, end: number): void {
    deliveries += 1;
    const id = readId(bytes, start, end);
    const left = (missing[id] ?? 0) - 1;
    missing[id] = left;
    if (left > 0) return;
    complete += 1;
    latencies.push(performance.now() - (sentAt[id] ?? 0));
  }

  function noteError(text: string): void {
    errors += 1;
    if (errors === 1) console.error(text);
  }

  return {
    /** Notes a message that is about to be sent and returns its id. */
    begin: (): number => {
      sentAt.push(performance.now());
      missing.push(membersPerRoom);
      return sentAt.length - 1;
    },
    /** How the text of a message's client id begins. */
    textOf: (id: number): string => String(id).padStart(ID_DIGITS, '0'),
    /** Messages that some member does not have yet. */
    incomplete: () => sentAt.length - complete,
    /** Takes note of a Socket.IO packet. */
    take: (bytes: Buffer, start: number, end: number): 'delivery' | 'confirmation' | 'other' => {
      if (bytes[start] === EVENT && hasAt(bytes, start + 1, delivery)) {
        deliver(bytes, start, end);
        return 'delivery';
      }
      if (bytes[start] === ACKNOWLEDGEMENT || hasAt(bytes, start + 1, CONFIRMATION)) {
        confirmed += 1;
        return 'confirmation';
      }
      if (hasAt(bytes, start + 1, ERROR)) noteError(bytes.toString('utf8', start, end));
      return 'other';
    },
    /** Takes note of a connection that was closed. */
    noteLost: () => noteError('a connection was lost'),
    openWindow: () => {
      latencies = [];
      confirmed = 0;
      deliveries = 0;
    },
    closeWindow: () => ({ confirmed, deliveries, errors, latency: percentiles(latencies) }),
  };
}

/** Byte by byte: for so few of them a call into the native comparison costs more. */
function hasAt(bytes: Buffer, offset: number, mark: Buffer): boolean {
  for (let index = 0; index < mark.length; index += 1) {
    if (bytes[offset + index] !== mark[index]) return false;
  }
  return true;
}

/**
 * Reads the number that a client id begins with, without parsing the message. Where it was in the last message of the
 * same length is tried before it is searched for.
 */
function createIdReader() {
  const places = new Map<number, number>();
  return (bytes: Buffer, start: number, end: number): number => {
    let place = places.get(end - start);
    if (place === undefined || !hasAt(bytes, start + place, ID_MARK)) {
      place = bytes.indexOf(ID_MARK, start) - start;
      places.set(end - start, place);
    }
    const first = start + place + ID_MARK.length;
    let id = 0;
    for (let offset = first; offset < first + ID_DIGITS; offset += 1)
      id = id * 10 + (bytes[offset] ?? 0) - 0x30;
    return id;
  };
}

function percentiles(values: readonly number[]) {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}
