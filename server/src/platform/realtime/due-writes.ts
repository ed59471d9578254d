import type { Link, Writer } from './joined-writer.ts';
import type { LocalConnection } from './local-connections.ts';
import type { FramedPackets } from './packet-frames.ts';

type Batch = readonly FramedPackets[];

/** What other nodes sent waits for so many times what the last round of writes took, and never longer than this. */
const WAITS_TIMES = 6;
const WAITS_AT_MOST_MS = 100;
/** A node is busy that spends more than this share of its time on writes, smoothed over its last rounds. */
const BUSY_SHARE = 0.25;
const SMOOTHING = 0.2;
/** The own messages wait from this share on: less, because waiting itself makes a node less busy. */
const OWN_BUSY_SHARE = 0.04;
/** In so many of the last rounds others must have had a part for the node's own messages to wait. */
const OTHERS_SHARE = 0.3;
/** A backlog is written in pieces, or a reader that keeps up would seem slow. */
const WAITS_AT_MOST_BYTES = 256 * 1024;

/**
 * What connections are due and have not been written yet. A write to a connection costs about the same however much it
 * carries, so what other nodes sent waits a few times as long as the last round of writes took, and goes with the
 * node's own messages when there are some. A busy node waits from its arrival, others only from the last round on: under
 * load everybody gets one write for both, at calm hardly anything waits. The own messages of a busy node wait alike as
 * long as others send too: each node commits a part of what one would have committed at once, and without this each part
 * would cost a round of writes.
 */
export function createDueWrites(write: Writer) {
  let batches = new Map<LocalConnection, Batch>();
  let deliveredTo = new Map<LocalConnection, number>();
  let join = createJoiner();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let turn: ReturnType<typeof setImmediate> | undefined;
  let waitingBytes = 0;
  let endedAt = 0;
  let tookMs = 0;
  let busy = 0;
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
    tookMs = endedAt - startedAt;
    busy += SMOOTHING * (tookMs / (endedAt - before) - busy);
    othersShare += SMOOTHING * ((hasOthers ? 1 : 0) - othersShare);
    hasOthers = false;
  }

  function writeSoon(bytes: number): void {
    waitingBytes += bytes;
    if (waitingBytes > WAITS_AT_MOST_BYTES) return writeOut();
    if (batches.size === 0 || timer !== undefined || turn !== undefined) return;
    const sinceMs = busy > BUSY_SHARE ? 0 : performance.now() - endedAt;
    const waitMs = Math.min(tookMs * WAITS_TIMES, WAITS_AT_MOST_MS) - sinceMs;
    // Several entries of the stream are read in one go.
    if (waitMs <= 0) turn = setImmediate(writeOut);
    else timer = setTimeout(writeOut, waitMs);
  }

  return {
    /** Adds to what a connection gets next; `mark` is how far that takes it. */
    add: (connection: LocalConnection, batch: Batch, mark: number): void => {
      const earlier = batches.get(connection);
      batches.set(connection, earlier ? join(earlier, batch) : batch);
      if (mark > Math.max(connection.deliveredTo, deliveredTo.get(connection) ?? 0))
        deliveredTo.set(connection, mark);
    },
    /** Writes everything now. */
    writeOut,
    /** Writes everything that waits, if something waits for this connection: before what may not overtake it. */
    writeOutFor: (link: Link): void => {
      const waiting: ReadonlyMap<Link, unknown> = batches;
      if (waiting.has(link)) writeOut();
    },
    /** What another node sent: soon, together with what else arrives until then; so many bytes more are waiting now. */
    writeSoon: (bytes: number): void => {
      hasOthers = true;
      writeSoon(bytes);
    },
    /** What this node sent: now, or soon where it is busy and shares its rounds with others. */
    writeOwn: (bytes: number): void => {
      if (busy > OWN_BUSY_SHARE && othersShare > OTHERS_SHARE) writeSoon(bytes);
      else writeOut();
    },
  };
}

/** Puts batches end to end, once for all connections that get the same ones; bytes are copied when they are written. */
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
