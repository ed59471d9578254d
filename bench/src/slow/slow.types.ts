import type { DatasetRoom } from '../dataset/dataset.types.ts';

/** What the clients of the slow readers' measurement are told: one room, of which the last members come and stop. */
export type SlowPlan = {
  readonly port: number;
  readonly protocol: 'ack' | 'confirmation_event';
  readonly room: DatasetRoom;
  readonly stopping: number;
  readonly messagesPerSecond: number;
  readonly warmUpSeconds: number;
  /** Of the window before they come, and of the one from then on. */
  readonly seconds: number;
};

/** One window, seen by those who read all the time. Milliseconds until the last of them has a message. */
export type SlowWindow = {
  readonly confirmed: number;
  readonly errors: number;
  readonly latency: { readonly p50: number; readonly p99: number };
};

/** What the clients tell; `ports` are those of the members who stop. */
export type SlowReport =
  | { readonly kind: 'window_opened' }
  | { readonly kind: 'stopped'; readonly ports: readonly number[] }
  | { readonly kind: 'ended'; readonly before: SlowWindow; readonly during: SlowWindow };

/** One run: bytes of the server's process at the most, before and with the stopped readers. */
export type SlowRun = {
  readonly before: SlowWindow;
  readonly during: SlowWindow;
  readonly residentBefore: number;
  readonly residentDuring: number;
  /** Seconds from the moment they stopped until the server had let go of each. */
  readonly cutOffSeconds: readonly number[];
  /** Of it, how long bytes waited in the server itself, because the kernel took no more. */
  readonly waitedSeconds: readonly number[];
  readonly stillConnected: number;
  /** The most that the kernel held for one of them, in bytes: what the server's process can't see. */
  readonly kernelBytes: number;
  /** What the kernel still held at the end for those who were cut off. */
  readonly leftBytes: number;
};
