import { percentilesOf } from '../measure/percentile.ts';
import { performance } from 'node:perf_hooks';
import type { Percentiles } from './fan-out.types.ts';

const ID_DIGITS = 8;
const ID_MARK = Buffer.from('"clientMessageId":"');
const EVENT = 0x32;
const ACKNOWLEDGEMENT = 0x33;
const CONFIRMATION = Buffer.from('["message_confirmation"');
const ERROR = Buffer.from('["error"');

/** The node of a message's sender, and the number of members on it and on other nodes. */
export type Origin = { readonly node: number; readonly membersNear: number; readonly membersFar: number };

/** Members of a message's room on the sender's own node, or on the others. */
type Side = { readonly missing: number[]; latencies: number[] };

/**
 * Creates a ledger that counts confirmations and deliveries, and measures the time until the last member received a
 * message: in total, on the sender's own node, and on the others. Nodes are numbered.
 */
export function createLedger(event: 'group_message' | 'message') {
  const delivery = Buffer.from(`["${event}"`);
  const sentAt: number[] = [];
  const homes: number[] = [];
  const near: Side = { missing: [], latencies: [] };
  const far: Side = { missing: [], latencies: [] };
  let latencies: number[] = [];
  let confirmed = 0;
  let deliveries = 0;
  let errors = 0;
  let complete = 0;

  const readId = createIdReader();

  function deliver(bytes: Buffer, start: number, end: number, node: number): void {
    deliveries += 1;
    const id = readId(bytes, start, end);
    const side = homes[id] === node ? near : far;
    const left = (side.missing[id] ?? 0) - 1;
    side.missing[id] = left;
    if (left > 0) return;
    const latency = performance.now() - (sentAt[id] ?? 0);
    side.latencies.push(latency);
    if ((near.missing[id] ?? 0) + (far.missing[id] ?? 0) > 0) return;
    complete += 1;
    latencies.push(latency);
  }

  function noteError(text: string): void {
    errors += 1;
    if (errors === 1) console.error(text);
  }

  return {
    /** Records a message before it is sent, with the number of members on its node and elsewhere. Returns its id. */
    begin: ({ node, membersNear, membersFar }: Origin): number => {
      sentAt.push(performance.now());
      homes.push(node);
      near.missing.push(membersNear);
      far.missing.push(membersFar);
      return sentAt.length - 1;
    },
    /** Returns the prefix of a message's client id. */
    textOf: (id: number): string => String(id).padStart(ID_DIGITS, '0'),
    /** Returns the number of messages that some member has not received yet. */
    incomplete: () => sentAt.length - complete,
    /** Records a Socket.IO packet received on a connection to a node. */
    take: (
      bytes: Buffer,
      start: number,
      end: number,
      node: number,
    ): 'delivery' | 'confirmation' | 'other' => {
      if (bytes[start] === EVENT && hasAt(bytes, start + 1, delivery)) {
        deliver(bytes, start, end, node);
        return 'delivery';
      }
      if (bytes[start] === ACKNOWLEDGEMENT || hasAt(bytes, start + 1, CONFIRMATION)) {
        confirmed += 1;
        return 'confirmation';
      }
      if (hasAt(bytes, start + 1, ERROR)) noteError(bytes.toString('utf8', start, end));
      return 'other';
    },
    /** Records a lost connection. */
    noteLost: () => noteError('a connection was lost'),
    openWindow: () => {
      latencies = [];
      near.latencies = [];
      far.latencies = [];
      confirmed = 0;
      deliveries = 0;
    },
    closeWindow: () => ({
      confirmed,
      deliveries,
      errors,
      latency: percentiles(latencies),
      near: percentiles(near.latencies),
      far: far.latencies.length > 0 ? percentiles(far.latencies) : undefined,
    }),
  };
}

/** Byte by byte: for so few bytes a call of the native comparison is slower. */
function hasAt(bytes: Buffer, offset: number, mark: Buffer): boolean {
  for (let index = 0; index < mark.length; index += 1) {
    if (bytes[offset + index] !== mark[index]) return false;
  }
  return true;
}

/**
 * Parses the number at the start of a client id without parsing the message. The offset in the last message of the same
 * length is tried before searching.
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

function percentiles(values: readonly number[]): Percentiles {
  const at = percentilesOf(values);
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}
