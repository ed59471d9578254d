import type { Link, LocalConnection, Writer } from './joined-writer.ts';
import type { FramedPackets } from './packet-frames.ts';

type Batch = readonly FramedPackets[];

/** Messages of other nodes wait for this multiple of the last round's duration, up to a maximum. */
const WAIT_FACTOR = 6;
const MAX_WAIT_MS = 100;
/** A node is busy when its writes take more than this share of its time, smoothed over the last rounds. */
const BUSY_SHARE = 0.25;
const SMOOTHING = 0.2;
/** Threshold from which own messages wait too. It is lower, because waiting itself makes a node less busy. */
const OWN_BUSY_SHARE = 0.04;
/** Own messages wait only when at least this share of the last rounds contained messages of other nodes. */
const OTHERS_SHARE = 0.3;
/** A backlog is written in chunks; otherwise a reader that keeps up would seem slow. */
const MAX_WAITING_BYTES = 256 * 1024;

/**
 * Collects the pending writes of connections. A write costs about the same for any amount of data, so messages of
 * other nodes wait for a multiple of the last round's duration and are combined with the node's own messages. On a
 * busy node the wait starts at arrival, otherwise at the last round: under load each connection gets one write for
 * both, and an idle node hardly delays anything. Own messages of a busy node wait in the same way while other nodes
 * send too: each node commits a share of the batch that a single node would have committed, and each share would
 * otherwise cost a round of writes.
 */
export function createDueWrites(write: Writer) {
  let batches = new Map<LocalConnection, Batch>();
  let deliveredTo = new Map<LocalConnection, number>();
  let join = createJoiner();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let turn: ReturnType<typeof setImmediate> | undefined;
  let waitingBytes = 0;
  let endedAt = 0;
  let roundMs = 0;
  let busyShare = 0;
  let othersShare = 0;
  let hasOthers = false;

  function writeOut(): void {
    clearTimeout(timer);
    clearImmediate(turn);
    timer = undefined;
    turn = undefined;
    waitingBytes = 0;
    if (batches.size === 0) return;
    const startedAt = performance.now();
    const due = batches;
    const delivered = deliveredTo;
    batches = new Map();
    deliveredTo = new Map();
    join = createJoiner();
    for (const [connection, batch] of due) {
      if (!write(connection, batch)) continue;
      connection.deliveredTo = Math.max(connection.deliveredTo, delivered.get(connection) ?? 0);
    }
    const before = endedAt;
    endedAt = performance.now();
    roundMs = endedAt - startedAt;
    busyShare += SMOOTHING * (roundMs / (endedAt - before) - busyShare);
    othersShare += SMOOTHING * ((hasOthers ? 1 : 0) - othersShare);
    hasOthers = false;
  }

  function writeSoon(bytes: number): void {
    waitingBytes += bytes;
    if (waitingBytes > MAX_WAITING_BYTES) return writeOut();
    if (batches.size === 0 || timer !== undefined || turn !== undefined) return;
    const sinceMs = busyShare > BUSY_SHARE ? 0 : performance.now() - endedAt;
    const waitMs = Math.min(roundMs * WAIT_FACTOR, MAX_WAIT_MS) - sinceMs;
    // Several publications are read together.
    if (waitMs <= 0) turn = setImmediate(writeOut);
    else timer = setTimeout(writeOut, waitMs);
  }

  return {
    /** Adds to the next write of a connection. `mark` is its delivery mark after that write. */
    add: (connection: LocalConnection, batch: Batch, mark: number): void => {
      const earlier = batches.get(connection);
      batches.set(connection, earlier ? join(earlier, batch) : batch);
      if (mark > Math.max(connection.deliveredTo, deliveredTo.get(connection) ?? 0))
        deliveredTo.set(connection, mark);
    },
    /** Writes everything now. */
    writeOut,
    /**
     * Writes everything that is pending, if this connection has pending data, so that later data does not overtake
     * it.
     */
    writeOutFor: (link: Link): void => {
      const waiting: ReadonlyMap<Link, unknown> = batches;
      if (waiting.has(link)) writeOut();
    },
    /** Schedules messages of another node, `bytes` more, to be written together with others that arrive soon. */
    writeSoon: (bytes: number): void => {
      hasOthers = true;
      writeSoon(bytes);
    },
    /** Writes messages of this node: now, or soon when it is busy and shares its rounds with other nodes. */
    writeOwn: (bytes: number): void => {
      if (busyShare > OWN_BUSY_SHARE && othersShare > OTHERS_SHARE) writeSoon(bytes);
      else writeOut();
    },
  };
}

/** Concatenates batches, once for all connections with the same ones. Bytes are copied when they are written. */
function createJoiner(): (earlier: Batch, later: Batch) => Batch {
  const known = new Map<Batch, Map<Batch, Batch>>();
  const partsOf = new Map<Batch, Batch>();
  return (earlier, later) => {
    const followers = known.get(earlier) ?? new Map<Batch, Batch>();
    known.set(earlier, followers);
    const before = followers.get(later);
    if (before) return before;
    const parts = [...(partsOf.get(earlier) ?? earlier), ...later];
    const joined = [joinFramed(parts)];
    partsOf.set(joined, parts);
    followers.set(later, joined);
    return joined;
  };
}

function joinFramed(parts: Batch): FramedPackets {
  let frames: Buffer | undefined;
  return {
    // Few connections are written to packet by packet.
    get packets() {
      return parts.flatMap(({ packets }) => packets);
    },
    get frames() {
      frames ??= Buffer.concat(parts.map((part) => part.frames));
      return frames;
    },
  };
}
