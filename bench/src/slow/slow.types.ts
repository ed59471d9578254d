import type { DatasetRoom } from '../dataset/dataset.types.ts';

/** The plan for the clients of the slow-reader measurement: one room, whose last members connect and stop reading. */
export type SlowPlan = {
  readonly port: number;
  readonly protocol: 'ack' | 'confirmation_event';
  readonly room: DatasetRoom;
  readonly stopping: number;
  readonly messagesPerSecond: number;
  readonly warmUpSeconds: number;
  /** Duration of the window before they connect, and of the one after. */
  readonly seconds: number;
};

/**
 * One window, as measured by the clients that read all the time. Milliseconds until the last of them received a
 * message.
 */
export type SlowWindow = {
  readonly confirmed: number;
  readonly errors: number;
  readonly latency: { readonly p50: number; readonly p99: number };
};

/** Reports of the clients; `ports` are those of the stopped members. */
export type SlowReport =
  | { readonly kind: 'window_opened' }
  | { readonly kind: 'stopped'; readonly ports: readonly number[] }
  | { readonly kind: 'ended'; readonly before: SlowWindow; readonly during: SlowWindow };

/** One run: maximum bytes of the server's process, before and with the stopped readers. */
export type SlowRun = {
  readonly before: SlowWindow;
  readonly during: SlowWindow;
  readonly residentBefore: number;
  readonly residentDuring: number;
  /** Seconds from the stop until the server disconnected each client. */
  readonly cutOffSeconds: readonly number[];
  /** The part of it in which bytes were queued in the server, because the kernel buffers were full. */
  readonly waitedSeconds: readonly number[];
  readonly stillConnected: number;
  /** Maximum bytes in kernel buffers for one of them, which the server's process can't see. */
  readonly kernelBytes: number;
  /** Bytes left in kernel buffers at the end for disconnected clients. */
  readonly leftBytes: number;
};
