import { channelOf, channelOfMark, isChangeMark } from './channels.ts';
import type { RoomCommand } from './room-commands.ts';

/** What a node publishes is collected this long. */
const INTERVAL_MS = 2;

/** Marks of changes are collected this long: many are equal, and for each a node may have to read the database. */
const CHANGES_INTERVAL_MS = 100;

type Flush = Extract<RoomCommand, { kind: 'flush' }>;
type Mark = NonNullable<Flush['marks']>[number];

/** The part of a flush for one channel. */
type ChannelFlush = readonly [channel: string, flush: Flush];

/**
 * Collects what a node publishes, so that few and large commands go to Redis (CL-02): a command wakes up three processes, however much it
 * contains. Each flush is one publication for each of its channels. Flushes keep their order, also across channels: a whisper and the
 * message after it have different ones.
 */
export function createClusterOutbox(send: (publications: readonly ChannelFlush[]) => void) {
  const changes = new Map<string, number>();
  let waiting: ChannelFlush[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let changesTimer: ReturnType<typeof setTimeout> | undefined;

  function sendNow(): void {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.length === 0) return;
    const publications = waiting;
    waiting = [];
    send(publications);
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
      if (waiting.length > 0) timer ??= setTimeout(sendNow, INTERVAL_MS);
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
