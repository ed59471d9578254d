import type { Socket } from 'socket.io';
import { textOf, type FramedPackets } from './packet-frames.ts';
import type { RealtimeMetrics } from './realtime.types.ts';
import type { EngineConnection } from './engine-connection.ts';
import { cutOff, isClearToWrite, unsentBytes, writeFrames } from './engine-connection.ts';

/** A connection as the writer sees it. */
export type Link = {
  readonly engine: EngineConnection;
  /** Bytes passed to engine.io packet by packet that it has not passed to the transport yet. */
  queuedBytes: number;
};

/** One admitted socket with the writer's view of its connection. `deliveredTo` is the highest mark written to it. */
export type LocalConnection = Link & { readonly socket: Socket; deliveredTo: number };

/** Sends framed packets to one connection. Returns false when it is closing, or was closed as a slow reader. */
export type Writer = (link: Link, batch: readonly FramedPackets[]) => boolean;

/**
 * Creates the writer for all events to clients: one joined write to the TCP socket when nothing is queued, ordinary
 * packets otherwise, so that order holds between both ways. A connection whose pending bytes would exceed
 * `maxQueuedBytes` is closed. A connection with nothing pending accepts one batch of any size.
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

const pendingBytes = (link: Link): number => link.queuedBytes + unsentBytes(link.engine);

function joinFrames(batch: readonly FramedPackets[]): Buffer {
  const [first] = batch;
  return first !== undefined && batch.length === 1
    ? first.frames
    : Buffer.concat(batch.map((framed) => framed.frames));
}

function writeQueued(link: Link, batch: readonly FramedPackets[], size: number): void {
  link.queuedBytes += size;
  const packets = batch.flatMap((framed) => framed.packets.map(textOf));
  const last = packets.pop();
  for (const packet of packets) link.engine.send(packet);
  if (last !== undefined) link.engine.send(last, {}, () => (link.queuedBytes -= size));
}
