import { channelOf, channelOfMark, isChangeMark } from './channels.ts';
import type { RoomCommand } from './room-commands.ts';

/** A command to Redis follows the one before after a millisecond for each of its publications, within these limits. */
const INTERVAL_MS = { min: 2, max: 10 };

/** Marks of changes are collected this long: many are equal, and for each a node may have to read the database. */
const CHANGES_INTERVAL_MS = 100;

type Flush = Extract<RoomCommand, { kind: 'flush' }>;
type Mark = NonNullable<Flush['marks']>[number];

/** The part of a flush for one channel. */
type ChannelFlush = readonly [channel: string, flush: Flush];

/**
 * Collects what a node publishes, so that few and large commands go to Redis (CL-02): a command wakes up three processes, however much it
 * contains. On a quiet node it goes at the end of the turn of the event loop. Each flush is one publication for each of its channels. Flushes
 * keep their order, also across channels: a whisper and the message after it have different ones.
 */
export function createClusterOutbox(send: (publications: readonly ChannelFlush[]) => void) {
  const changes = new Map<string, number>();
  let waiting: ChannelFlush[] = [];
  let sentAt = Number.NEGATIVE_INFINITY;
  let intervalMs = INTERVAL_MS.min;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let turn: ReturnType<typeof setImmediate> | undefined;
  let changesTimer: ReturnType<typeof setTimeout> | undefined;

  function sendNow(): void {
    clearTimeout(timer);
    clearImmediate(turn);
    timer = undefined;
    turn = undefined;
    if (waiting.length === 0) return;
    const publications = waiting;
    waiting = [];
    sentAt = performance.now();
    intervalMs = Math.min(Math.max(publications.length, INTERVAL_MS.min), INTERVAL_MS.max);
    send(publications);
  }

  function sendSoon(): void {
    if (waiting.length === 0 || timer !== undefined || turn !== undefined) return;
    const waitMs = sentAt + intervalMs - performance.now();
    if (waitMs <= 0) turn = setImmediate(sendNow);
    else timer = setTimeout(sendNow, waitMs);
  }

  function sendChanges(): void {
    clearTimeout(changesTimer);
    changesTimer = undefined;
    waiting.push(...byChannel({ kind: 'flush', rooms: [], marks: [...changes] }));
    changes.clear();
    sendNow();
  }

  return {
    add: ({ rooms, marks = [] }: Flush): void => {
      for (const [mark, value] of marks) if (isChangeMark(mark)) changes.set(mark, value);
      if (changes.size > 0) changesTimer ??= setTimeout(sendChanges, CHANGES_INTERVAL_MS);
      waiting.push(
        ...byChannel({ kind: 'flush', rooms, marks: marks.filter(([mark]) => !isChangeMark(mark)) }),
      );
      sendSoon();
    },
    /** Sends what is collected, except for marks of changes. */
    sendNow,
    /** Sends everything that is collected. */
    sendAll: sendChanges,
  };
}

/** Returns the parts of a flush by their channels. */
function byChannel({ rooms, marks = [] }: Flush): Map<string, Flush> {
  const parts = new Map<string, { kind: 'flush'; rooms: Flush['rooms'][number][]; marks?: Mark[] }>();
  const partOf = (channel: string) => {
    const part = parts.get(channel) ?? { kind: 'flush', rooms: [] };
    parts.set(channel, part);
    return part;
  };
  for (const entry of rooms) partOf(channelOf(entry[0])).rooms.push(entry);
  for (const mark of marks) (partOf(channelOfMark(mark[0])).marks ??= []).push(mark);
  return parts;
}
