import type { FramedPackets } from './packet-frames.ts';
import type { RealtimeMetrics } from './realtime.types.ts';
import type { EngineConnection } from './socket-internals.ts';
import { cutOff, isClearToWrite, unsentBytes, writeFrames } from './socket-internals.ts';

/** A connection as the writer sees it. */
export type Link = {
  readonly engine: EngineConnection;
  /** Bytes given to engine.io the ordinary way and still in `queue`. */
  queuedBytes: number;
  /** The engine.io buffer that those bytes went into; engine.io takes a new one when it has handed it over. */
  queue: readonly unknown[] | undefined;
};

/** Sends framed packets to one connection; false where it is closing, or was cut off because of them. */
export type Writer = (link: Link, batch: readonly FramedPackets[]) => boolean;

/**
 * The writer that all events to clients pass: one joined write to the TCP socket when nothing is queued ahead, the
 * ordinary packets otherwise, so that order holds between both ways. A connection with bytes pending that would grow
 * over `maxQueuedBytes` is cut off; one large batch for a connection with nothing pending is let through.
 */
export function createWriter(maxQueuedBytes: number, metrics: RealtimeMetrics): Writer {
  return (link, batch) => {
    const { engine } = link;
    if (engine.readyState !== 'open') return false;
    const size = batch.reduce((sum, framed) => sum + framed.frames.length, 0);
    const pending = pendingBytes(link);
    if (pending > 0 && pending + size > maxQueuedBytes) {
      metrics.slowReadersCutOff += 1;
      cutOff(engine);
      return false;
    }
    if (isClearToWrite(engine)) {
      metrics.joinedWrites += 1;
      writeFrames(engine, joinFrames(batch));
    } else {
      metrics.queuedWrites += 1;
      writeQueued(link, batch, size);
    }
    return true;
  };
}

function pendingBytes(link: Link): number {
  if (link.queue !== link.engine.writeBuffer) link.queuedBytes = 0;
  return link.queuedBytes + unsentBytes(link.engine);
}

function joinFrames(batch: readonly FramedPackets[]): Buffer {
  const [first] = batch;
  return first !== undefined && batch.length === 1
    ? first.frames
    : Buffer.concat(batch.map((framed) => framed.frames));
}

function writeQueued(link: Link, batch: readonly FramedPackets[], size: number): void {
  for (const { packets } of batch) {
    for (const packet of packets) link.engine.write(packet);
  }
  link.queuedBytes += size;
  link.queue = link.engine.writeBuffer;
}
